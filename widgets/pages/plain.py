"""The page of any game played in the open; a game's own says only what is different there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import htpy as h
import msgspec

import companion
from companion.game import Game, OpenView
from companion.language import _, listing
from widgets.pages import Draft
from widgets.parts.controls import action_button
from widgets.parts.frame import Seat

MOST_BUTTONS = 24


class PlainPage:
    """A page with a button for every move and the table as text, as :class:`Page` asks for it."""

    def where(self, view: OpenView[Any]) -> str:
        """Return which edition is played."""
        setup = view.state.setup
        return next(one.title for one in game_of(view).editions if one.id == setup.edition)

    def now(self, view: OpenView[Any]) -> tuple[str, str]:
        """Return who is to act, or how the game ended."""
        game = game_of(view)
        outcome = game.outcome(view.state)
        if outcome is not None:
            return outcome.reason, _("The game is over.")
        who = listing(map(view.state.setup.label, game.to_act(view.state)))
        return _("{who} can act", who=who), _("Press a move, or type one.")

    def now_actions(self, view: OpenView[Any]) -> Sequence[h.Node]:
        """Return a button for each move, as long as there are not too many."""
        game, state = game_of(view), view.state
        return [
            action_button(game.commands.text(state, move).capitalize(), msgspec.to_builtins(move))
            for move in game.legal(state)[:MOST_BUTTONS]
        ]

    def seats(self, view: OpenView[Any]) -> list[Seat]:
        """Return the seats, and which of them are to act."""
        acting = game_of(view).to_act(view.state)
        names = view.state.setup.names
        return [Seat(name, "", seat in acting) for seat, name in enumerate(names)]

    def table(self, view: OpenView[Any]) -> h.Node:
        """Return what lies on the table, with nothing to press: as text."""
        return h.pre[game_of(view).board(view)]

    def board(self, view: OpenView[Any], _draft: Draft | None, _revision: int) -> h.Node:
        """Return the table; what can be done stands in the banner."""
        return self.table(view)

    def meaning(self, _view: OpenView[Any], _draft: Draft | None, _revision: int) -> h.Node:
        """Return nothing: the table says it all."""
        return None

    def still(self, view: OpenView[Any]) -> tuple[h.Node, h.Node]:
        """Return the table, and nothing beside it."""
        return self.table(view), None

    def fix(self, _view: OpenView[Any], _draft: Draft | None) -> h.Node:
        """Return that there is no count to set by hand."""
        return h.p[_("There is nothing to set by hand: undo takes back what was entered wrongly.")]

    def art(self) -> h.Node:
        """Return no symbols."""
        return None


def game_of(view: OpenView[Any]) -> Game[Any, Any, Any]:
    """Return the game that a view is of."""
    return companion.games[view.state.setup.game]
