"""Look at a page: ``python -m tests.look`` draws every state of the table pages as pictures.

They are written to ``tests/shots`` (or the folder given), wide to narrow, light and dark.
``python -m tests.look --readme`` makes the README's picture anew.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import companion
from companion.alpaca_battle.state import Reveal, Steal
from companion.the_sheep.state import Tile
from tests import chromium, sheep
from widgets import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FloatRect, Locator, Page

    from tests.browser.conftest import Stand, Theme

SHOTS = Path(__file__).parent / "shots"
PICTURES = Path(__file__).parent / "pictures"
WIDTHS = (1280, 390, 302)
"""Wide, a phone, and what JupyterLab leaves of a phone: 286 pixels for the stage."""
NAMES = ["Red", "Blue", "Green", "Gold"]
LONG_NAMES = [f"{name} of the Long Table by the Kitchen Doors"[:40] for name in (*NAMES, "Ada")]
CAKES = (
    "serve P K K H C K A G S H B",
    "serve S S H B G G C K A H P",
    "serve K H C S G A H K B S P",
)


def played(cakes: int, *commands: str) -> Any:
    """Return a four-seat game some cakes on, with ``commands`` done after them."""
    game = companion.start("piece-o-cake", NAMES)
    for cake in CAKES[:cakes]:
        for command in (cake, "cut 0 3 6 9", "take B eat H", "take A", "take C", "take D"):
            game.do(command if game.why_not(command) is None else command.split(" eat")[0])
    for command in commands:
        game.do(command)
    return game


def finished(names: Sequence[str] = NAMES, games: int = 1) -> Any:
    """Return a virtual game, or the last of so many, at its end."""
    game = companion.start("piece-o-cake", names, virtual=True, seed="look")
    for number in range(games):
        if number:
            game.do("again")
        while game.outcome is None:
            if game.state.phase == "cut":
                game.do("cut 0 4 8" if len(names) == 3 else "cut 0 3 6 9")
            else:
                game.do(game.legal()[len(game.legal()) // 3])
    return game


def crowded() -> Any:
    """Return five seats with names as long as they may be, choosing in a second game."""
    game = finished(LONG_NAMES)
    for command in ("again", "serve", "cut 0 2 4 7 9", "take B"):
        game.do(command)
    return game


def duel(*commands: str, names: Sequence[str] = ("Alice", "Bob"), **options: Any) -> Any:
    """Return a duel with ``commands`` done."""
    game = companion.start("cake-duel", names, **options)
    for command in commands:
        game.do(command)
    return game


def dealt(*commands: str, **options: Any) -> Any:
    """Return a duel the kit deals."""
    return duel(*commands, virtual=True, seed="look", **options)


def drawn_out(**options: Any) -> Any:
    """Return a duel the kit deals at its end."""
    game = dealt(**options)
    while game.outcome is None:
        game.do(game.legal()[0])
    return game


FIRST = ("claim 2 soldiers", "accept", "draw")
DUELS: dict[str, tuple[Any, list[str]]] = {
    "duel-attack": (lambda: duel(*FIRST), []),
    "duel-answer": (lambda: duel("claim 2 soldiers"), []),
    "duel-review": (lambda: duel(*FIRST, "claim 1 wizard", "block scientist"), []),
    "duel-draw": (lambda: duel("claim 2 soldiers", "accept"), []),
    "duel-flip": (lambda: duel("claim 2 soldiers", "challenge soldier wolfy"), []),
    "duel-specials": (lambda: duel("claim 1 scout", edition="specials"), []),
    "duel-summon": (lambda: duel("claim 1 summoner", "accept", edition="specials"), []),
    "duel-team": (lambda: duel("lead #0", names=LONG_NAMES[:4]), []),
    "duel-why-not": (duel, ["text=Why not another?", ".tc-whynot .tc-button"]),
    "duel-notes": (lambda: duel("claim 2 soldiers"), ["text=Private odds"]),
    "duel-dealt": (dealt, ["[value='0']", "[value='2']"]),
    "duel-dealt-answer": (lambda: dealt("claim 2 wizards with 1 2"), []),
    "duel-consent": (lambda: dealt("claim 1 archer with 1", "accept", "draw"), [".tc-foot button"]),
    "duel-solo": (lambda: dealt(computers={1: "honest"}), ["[value='0']", "[value='2']"]),
    "duel-over": (drawn_out, []),
    "duel-seals": (drawn_out, ["text=Seals"]),
    "duel-new": (lambda: "cake-duel", [".tc-choice:has([value='virtual'])"]),
}
FLOCK = "c1:lls d6:l h6:ss j1:g e3:llg f4:ls"


def camped(phase: str, *commands: str, flock: str = FLOCK, **fields: Any) -> Any:
    """Return four shepherds round three caravans on the second day or night, at a step of it."""
    one = sheep.shepherd
    four = (
        one("f4", corruption=2, essence=3),
        one("e3", "shears flockbuster field-kit", board="wren", traits="bedside", lit=2),
        one("c4", "shears storm-bell", board="odo", traits="tinker", lit=1, essence=5),
        one("g3", "torch-pole tainted-taunt", board="tamsin", traits="firebrand", lit=0),
    )
    wagons = "tinkers:f4 apothecary:c4 smiths:waiting"
    night = {"day": 2, "night_event": "foul-spring", "mutation": "void-sheep", "slot": 2}
    day = {"day": 2, "day_event": "fair-wind-north", "mutation": ""}
    about = {"virtual": True, **(day if phase == "action" else night), **fields}
    return sheep.play(sheep.at(*four, flock=flock, wagons=wagons, phase=phase, **about), *commands)


def camp_fire(*commands: str, phase: str = "combat", flock: str = "c3:llsg h6:s") -> Any:
    """Return two shepherds among the same sheep, with ``commands`` done."""
    one = sheep.shepherd
    two = one("c3", "rune-blade lightning-prod torch-pole", essence=4, experience=4), one("c3")
    game = sheep.at(*two, flock=flock, wagons="tinkers:f4 apothecary:c4", phase=phase, virtual=True)
    return sheep.play(game, *commands)


def night_fork() -> Any:
    """Return sheep on the move whose end the table chooses."""
    pair = sheep.shepherd("a1"), sheep.shepherd("a2")
    return sheep.at(
        *pair, flock="c1:lls e6:g", wagons="tinkers:l3 apothecary:a4", phase="sheep-move",
        virtual=True,
    )  # fmt: skip


def battle(*commands: str, names: Sequence[str] = ("Ann", "Bo"), **options: Any) -> Any:
    """Return a battle of alpacas with ``commands`` done."""
    game = companion.start("alpaca-battle", names, **options)
    for command in commands:
        game.do(command)
    return game


def turned(card: str, *first: str, seats: int = 2, **options: Any) -> Any:
    """Return a dealt battle in which Ann has turned up ``card`` after the ``first`` moves.

    It is found by trying seeds.
    """
    for seed in range(200):
        game = battle(*first, names=THREE[:seats], virtual=True, seed=str(seed), **options)
        held = game.view(0).hand
        if card in held:
            game.do(f"play Ann card {held.index(card) + 1}")
            return game
    raise LookupError(card)


def short_herd() -> Any:
    """Return a dealt battle in which a war takes cards from hands, chosen by place."""
    for seed in range(2000):
        pack = {"cards": {"1": 3, "2": 3, "war": 3}}
        game = battle(names=THREE[:2], virtual=True, seed=str(seed), pack=pack)
        chance = random.Random(seed)
        while game.outcome is None and game.revision < 40:
            if game.state.phase == "lay":
                return game
            game.do(chance.choice(game.legal()))
    raise LookupError


def counted(battles: int = 60, names: Sequence[str] = ("Ann", "Bo", "Cy")) -> Any:
    """Return a battle of so many flips won, ended by the bell."""
    game, chance = battle(names=names), random.Random(4)
    while game.outcome is None and len(game.state.counts) <= battles:
        legal = [one for one in game.legal() if not isinstance(one, Steal | Reveal)]
        game.do(chance.choice(legal or game.legal()))
    if game.outcome is None:
        game.do("bell")
    return game


THREE = ("Ann", "Bo", "Cy")
WAR = ("choose Ann 4", "choose Bo 4", "choose Cy 12")
LONG_WAR = (*WAR, "war", "choose Ann war", "choose Bo 3", "choose Cy 9", "war")
STOLEN = ("choose Ann 8", "choose Bo 5", "steal Ann from Bo hand", "choose Bo 11")
DEALT = tuple(f"play {name} card 1" for name in (*THREE, "Ann"))
BATTLES: dict[str, tuple[Any, list[str]]] = {
    "battle": (battle, []),
    "battle-enter": (lambda: battle(*STOLEN), ["[data-key=deck] summary"]),
    "battle-war": (lambda: battle(*WAR, names=THREE), []),
    "battle-pile": (lambda: battle(*LONG_WAR, names=THREE), []),
    "battle-dealt": (lambda: battle(*DEALT, names=THREE, virtual=True, seed="0"), []),
    "battle-solo": (
        lambda: battle(names=THREE, virtual=True, seed="0", computers={1: "bold", 2: "sly"}),
        ["[data-key=hand-0] .tc-place"],
    ),
    "battle-steal": (lambda: turned("steal"), []),
    "battle-lay": (short_herd, ["[data-key=hands] [value='0']"]),
    "battle-time-up": (lambda: battle(*STOLEN, "clock until 1"), []),
    "battle-over": (counted, ["text=The numbers"]),
}  # fmt: skip
TILES = (Tile("violet-tide"), Tile("bad-water", major=True))
SHEEP: dict[str, tuple[Any, list[str]]] = {
    "sheep-choose": (lambda: sheep.table(4), []),
    "sheep-drive": (lambda: sheep.play(sheep.ready(4), "enter tinkers"), []),
    "sheep-day": (lambda: camped("action"), []),
    "sheep-fight": (lambda: camped("action"), ["[data-key=mode-attack]", "[name=boost]"]),
    "sheep-buy": (lambda: camped("action"), ["[data-key=mode-buy]"]),
    "sheep-pollution": (lambda: camped("pollution"), []),
    "sheep-avert": (lambda: camped("avert", tiles=TILES), []),
    "sheep-draw": (
        lambda: camped("mutation", virtual=False, mutation=""), ["text=It is not in the list"],
    ),
    "sheep-move": (night_fork, []),
    "sheep-combat": (lambda: camped("combat", tiles=TILES), ["[data-key=mode-attack]"]),
    "sheep-night": (
        lambda: camped("combat", tiles=TILES, mutation="iron-sheep"),
        [".tc-choice:has([value=flockbuster])", "[name=boost]"],
    ),
    "sheep-walk": (lambda: camped("combat"), ["[data-key=mode-walk]"]),
    "sheep-strike": (lambda: camp_fire("advance", phase="strike"), []),
    "sheep-share": (lambda: camp_fire("attack Ann rune-blade greater"), []),
    "sheep-carry": (lambda: camp_fire("attack Ann torch-pole lesser", phase="action"), []),
    "sheep-push": (lambda: camp_fire("use Ann lightning-prod", phase="action"), []),
    "sheep-trait": (lambda: camp_fire("purify Ann", phase="action"), []),
    "sheep-switches": (lambda: camped("strike"), ["text=What the kit does by itself"]),
    "sheep-fix": (lambda: camped("combat"), [".tc-end >> text=Fix the table"]),
    "sheep-over": (lambda: camped("over", result="corruption"), []),
}  # fmt: skip
STATES: dict[str, tuple[Any, list[str]]] = {
    **DUELS,
    **SHEEP,
    **BATTLES,
    "serve": (lambda: played(1), ["[data-insert=kiwi]", "[data-insert=plum]"]),
    "cut": (lambda: played(2, CAKES[2]), ["[value='0']", "[value='3']", "[value='7']"]),
    "take": (
        lambda: played(2, CAKES[2], "cut 1 3 7 9", "take A eat C"),
        ["li:nth-child(2) .tc-switch"],
    ),
    "over": (finished, []),
    "crowd": (crowded, []),
    "series": (lambda: finished(LONG_NAMES, games=2), []),
    "log": (lambda: played(1), ["text=Log"]),
    "rulings": (lambda: played(1), ["text=Rulings"]),
    "fix": (lambda: played(1), [".tc-end >> text=Fix the table"]),
    "code": (lambda: played(1), ["text=Resume code"]),
    "new": (lambda: "piece-o-cake", []),
}


def stand_on(page: Page) -> Stand:
    """Return a stand; only who draws loads a browser's code, not who asks for a state."""
    from tests.browser.conftest import Stand as Real  # noqa: PLC0415

    return Real(page)


def shoot(browser: Browser, name: str, folder: Path) -> None:
    """Draw one state at every width and in both themes."""
    make, taps = STATES[name]
    for width in WIDTHS:
        page = browser.new_page(viewport={"width": width, "height": 800})
        stand = stand_on(page)
        stand.open(Table(make(), folder=folder).stage)
        for tap in taps:
            page.locator(tap).first.click(force=True)  # also what is dim
            stand.settle()
        for theme in ("light", "dark"):
            shown: Theme = theme
            stand.theme(shown)
            page.mouse.move(0, 0)
            page.screenshot(
                path=folder / f"{name}-{width}-{theme}.png", full_page=True, animations="disabled"
            )
        page.close()


README = {
    "piece-o-cake": ("cut", "Cut into these 3 pieces", ""),
    "cake-duel": ("duel-solo", "Claim", ""),
    "the-sheep": ("sheep-night", "End combat", "shepherds"),
    "alpaca-battle": ("battle-war", "Log", ""),
}
"""For each game's picture in the README: the state, the button to wait for, and the part of the
page at whose lower edge the picture ends, if it does not show all."""


def picture(browser: Browser, game: str, folder: Path = PICTURES) -> Path:
    """Draw a game's picture for the README into ``folder``; return its path."""
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    state, button, last = README[game]
    make, taps = STATES[state]
    stand = stand_on(page)
    stage = stand.open(Table(make()).stage)
    for tap in taps:
        stage.locator(tap).first.click()
        stand.settle()
    page.get_by_role("button", name=button, exact=True).wait_for()
    page.mouse.move(0, 0)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game}.png"
    page.screenshot(path=path, animations="disabled", full_page=True, clip=_down_to(stage, last))
    page.close()
    return path


def _down_to(stage: Locator, last: str) -> FloatRect:
    """Return the frame of a stage, as far as the lower edge of its part ``last``."""
    stage.page.evaluate("scrollTo(0, 0)")
    whole = stage.bounding_box()
    assert whole
    height = whole["height"]
    if last:
        end = stage.locator(f'[data-key="{last}"]').bounding_box()
        assert end
        height = end["y"] + end["height"] + 12 - whole["y"]
    return {"x": whole["x"], "y": whole["y"], "width": whole["width"], "height": height}


def main() -> None:
    """Draw the states asked for, or all."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - as in stand_on

    from tests.browser.conftest import ARGUMENTS  # noqa: PLC0415

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("states", nargs="*", default=list(STATES))
    parser.add_argument("--folder", type=Path, default=SHOTS)
    parser.add_argument("--readme", action="store_true", help="make the README's pictures")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.ensure(), args=ARGUMENTS)
        for name in [] if asked.readme else asked.states:
            shoot(browser, name, asked.folder)
        for game in README if asked.readme else []:
            picture(browser, game)
        browser.close()


if __name__ == "__main__":
    main()
