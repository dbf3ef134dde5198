"""What is laid out before a game, counted by the engine itself."""

from __future__ import annotations

from companion.game import Setup
from companion.language import _, listing, plural
from companion.the_sheep.decks import WAVES
from companion.the_sheep.pack import TIERS
from companion.the_sheep.state import MOST_TILES, PIECES
from companion.the_sheep.table import Table, table
from companion.the_sheep.words import sheep_text


def checklist(setup: Setup) -> tuple[str, ...]:
    """Return in sentences what to lay out for the table of ``setup``, in order."""
    found, players = table(setup.pack), len(setup.names)
    return (*_map(found, players), *_shepherds(found, setup.names), *_decks(found, setup))


def _map(found: Table, players: int) -> tuple[str, ...]:
    meter = found.meter(players)
    return (
        _("The map: {title}.", title=found.board.title),
        plural(
            "The pollution meter for {players} players, with {count} slot; the tracker on the "
            "lowest, next to {price}.",
            "The pollution meter for {players} players, with {count} slots; the tracker on the "
            "lowest, next to {price}.",
            len(meter),
            players=players,
            price=meter[0],
        ),
        plural(
            "{count} caravan, beside the Start {start}.",
            "{count} caravans, beside the Start {start}.",
            found.board.caravans[players],
            start=found.board.start,
        ),
        _(
            "Beside the map: {pieces}.",
            pieces=listing(sheep_text(tier, PIECES[tier]) for tier in range(len(TIERS))),
        ),
    )


def _shepherds(found: Table, names: tuple[str, ...]) -> tuple[str, ...]:
    board = found.cards.shepherds[0]
    return (
        _(
            "For each of {names}: a shepherd on the Start, {cards} face up, one Level I trait, "
            "{lanterns} and {essence}, the trackers at the lowest slots.",
            names=listing(names),
            cards=plural(
                "{count} starting Equipment card",
                "{count} starting Equipment cards",
                len(board.equipment),
            ),
            lanterns=plural("{count} lit lantern", "{count} lit lanterns", board.lanterns),
            essence=plural("{count} essence", "{count} essence", board.essence),
        ),
    )


def _decks(found: Table, setup: Setup) -> tuple[str, ...]:
    one, two, three = WAVES[setup.rulings["flock"]]
    sizes = {deck: found.copies(deck).total() for deck in found.decks}
    tiles = int(setup.rulings["start-tiles"])
    lines = [
        _(
            "The Flock deck: {one} of Wave 1 on {two} of Wave 2 on {three} of Wave 3.",
            one=one,
            two=two,
            three=three,
        ),
        _(
            "Shuffled: {decks}.",
            decks=listing(
                (
                    plural("{count} Mutation", "{count} Mutations", sizes["mutation"]),
                    plural("{count} Day Event", "{count} Day Events", sizes["day"]),
                    plural("{count} Night Event", "{count} Night Events", sizes["night"]),
                    plural("{count} Curse", "{count} Curses", sizes["curse"]),
                )
            ),
        ),
        plural(
            "{count} pollution tile; at most {most} come into play.",
            "{count} pollution tiles; at most {most} come into play.",
            sizes["tile"],
            most=MOST_TILES,
        ),
    ]
    if tiles:
        lines.append(plural("{count} minor tile in play.", "{count} minor tiles in play.", tiles))
    return tuple(lines)
