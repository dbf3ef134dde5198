"""The table of Piece o' Cake as text."""

from __future__ import annotations

from companion.language import _, listing, plural
from companion.piece_o_cake.slices import CAKES
from companion.piece_o_cake.view import View


def board(view: View) -> str:
    """Return the whole table as lines of text."""
    parts = [_head(view), *_cake(view), "", *_collections(view), *_notes(view)]
    return "\n".join(parts)


def where(view: View) -> str:
    """Return in a few words where in the game the table is."""
    if view.phase == "over":
        return _("finished")
    return _("cake {number} of {cakes}", number=view.cake_number + 1, cakes=CAKES)


def now(view: View) -> tuple[str, str]:
    """Return the one next thing, in big words, and its reason in small ones."""
    names = view.setup.names
    if view.outcome is not None:
        return view.outcome.reason, _("All five cakes are shared out.")
    if view.phase == "serve":
        return _("{name} serves the cake", name=names[view.server]), _serve_hint(view)
    following = names[(view.server + 1) % len(names)]
    if view.phase == "cut":
        return _("{name} cuts the cake", name=names[view.server]), _cut_hint(view, following)
    return _("{name} chooses", name=names[view.picks[0]]), _choose_hint(view)


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
    if later:
        return _("Take a piece or eat one variety. Then {names}.", names=listing(later))
    return _("Take a piece or eat one variety. The last to choose.")


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
