"""The table of Piece o' Cake as text."""

from __future__ import annotations

from companion.language import _, listing, plural
from companion.piece_o_cake.slices import CAKES
from companion.piece_o_cake.view import View


def board(view: View) -> str:
    """Return the whole table as lines of text."""
    parts = [_head(view), *_cake(view), "", *_collections(view), *_series(view), *_notes(view)]
    return "\n".join(parts)


def where(view: View) -> str:
    """Return in a few words where in the game, and in a series, the table is."""
    over, cake, game = view.phase == "over", view.cake_number + 1, len(view.past) + 1
    if game == 1:
        return _("finished") if over else _("cake {number} of {cakes}", number=cake, cakes=CAKES)
    if over:
        return _("game {game}, finished", game=game)
    return _("game {game}, cake {number} of {cakes}", game=game, number=cake, cakes=CAKES)


def together(view: View) -> tuple[int, ...]:
    """Return each seat's points of the finished games of a series, this one included if it is."""
    games = [*view.past]
    if view.phase == "over":
        games.append(tuple(total or 0 for total in view.totals))
    return tuple(map(sum, zip(*games, strict=True)))


def now(view: View) -> tuple[str, str]:
    """Return the one next thing, in big words, and its reason in small ones."""
    names = view.setup.names
    if view.outcome is not None:
        return view.outcome.reason, _end_hint(view)
    if view.phase == "serve":
        return _("{name} serves the cake", name=names[view.server]), _serve_hint(view)
    following = names[(view.server + 1) % len(names)]
    if view.phase == "cut":
        return _("{name} cuts the cake", name=names[view.server]), _cut_hint(view, following)
    return _("{name} chooses", name=names[view.picks[0]]), _choose_hint(view)


def _end_hint(view: View) -> str:
    ended = _("All five cakes are shared out.")
    if not view.past:
        return ended
    points = together(view)
    first = [
        name for name, sum_ in zip(view.setup.names, points, strict=True) if sum_ == max(points)
    ]
    leads = plural(
        "{names} leads the series with {points} points.",
        "{names} lead the series with {points} points each.",
        len(first),
        names=listing(first),
        points=max(points),
    )
    return f"{ended} {leads}"


def _serve_hint(view: View) -> str:
    if view.setup.virtual:
        return _("The kit draws eleven slices from the next stack.")
    return _("Lay eleven slices in a ring and enter them clockwise, from any slice.")


def _cut_hint(view: View, following: str) -> str:
    least, most = view.piece_limits
    if least == most:
        return _("Exactly {most} pieces. {name} chooses first.", most=most, name=following)
    return _("Up to {most} pieces. {name} chooses first.", most=most, name=following)


def _choose_hint(view: View) -> str:
    later = [view.setup.names[seat] for seat in view.picks[1:]]
    if not any(piece.taker is None for piece in view.pieces):
        return _("No piece is left: eat one variety, or pass.")
    if not later:
        return _("{allowed} The last to choose.", allowed=_allowed(view))
    return plural(
        "{allowed} Then {names} chooses.",
        "{allowed} Then {names} choose.",
        len(later),
        allowed=_allowed(view),
        names=listing(later),
    )


def _allowed(view: View) -> str:
    """Return what the seat to choose may do while pieces are left."""
    if view.forfeits:
        return _("Take a piece or eat one variety.")
    return _("Take a piece or pass.") if view.can_pass else _("Take a piece.")


def _head(view: View) -> str:
    heading, hint = now(view)
    return _(
        "Piece o’ Cake, {where}. {now}. {hint}",
        where=where(view),
        now=heading.rstrip("."),
        hint=hint,
    )


def _cake(view: View) -> list[str]:
    if view.pieces:
        return ["", *(_piece_line(view, number) for number in range(len(view.pieces)))]
    if not view.cake:
        return []
    slices = " ".join(f"{place}:{kind.title}" for place, kind in enumerate(view.cake))
    return ["", _("Cake: {slices}", slices=slices)]


def _piece_line(view: View, number: int) -> str:
    piece = view.pieces[number]
    slices = listing(kind.title for kind in piece.slices)
    if piece.taker is not None:
        name = view.setup.names[piece.taker]
        return _("Piece {letter}: taken by {name}", letter=piece.letter, name=name)
    return _("Piece {letter}: {slices}", letter=piece.letter, slices=slices)


def _collections(view: View) -> list[str]:
    width = max(12, *(len(name) + 2 for name in view.setup.names))
    head = " " * 14 + "".join(name.rjust(width) for name in view.setup.names)
    rows = [_row(view, number, width) for number in range(len(view.varieties))]
    eaten = _("eaten").ljust(14) + "".join(
        _eaten(view, seat).rjust(width) for seat in range(len(view.setup.names))
    )
    return [head, *rows, eaten]


def _row(view: View, number: int, width: int) -> str:
    kind = view.varieties[number]
    cells = (str(counts[number] or "·") for counts in view.collected)
    return f"{kind.title} {kind.count}".ljust(14) + "".join(cell.rjust(width) for cell in cells)


def _eaten(view: View, seat: int) -> str:
    points = view.eaten_points[seat]
    count = view.eaten_slices[seat]
    if points is None:
        return plural("{count} slice", "{count} slices", count)
    return _("{count} = {points} pt", count=count, points=points)


def _series(view: View) -> list[str]:
    if not view.past:
        return []
    games = len(view.past) + (view.phase == "over")
    points = (
        _("{name} {points}", name=name, points=sum_)
        for name, sum_ in zip(view.setup.names, together(view), strict=True)
    )
    told = plural(
        "The series after {count} game: {points}",
        "The series after {count} games: {points}",
        games,
        points=listing(points),
    )
    return ["", told]


def _notes(view: View) -> list[str]:
    lines = [problem.text for problem in view.problems]
    if view.outcome is not None:
        names = view.setup.names
        lines += [
            _(
                "{name}: {points} for {reason}",
                name=names[line.seat],
                points=line.points,
                reason=line.reason,
            )
            for line in view.score
        ]
    return ["", *lines] if lines else []
