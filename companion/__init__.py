"""A companion for games on a table: state, rules, scoring and hidden information.

>>> import companion
>>> game = companion.start("piece-o-cake", ["Red", "Blue", "Green"])
>>> game.do("serve P K K H C K A G S H B").sentence
'Red serves Plum, Kiwi, Kiwi, Chocolate, Cherry, Kiwi, Apricot, Gooseberry, Strawberry, Chocolate and Blackberry.'
"""  # noqa: E501  a doctest's answer stands on one line

from __future__ import annotations

from companion.codes import DamagedCode
from companion.commands import AmbiguousCommand, UnreadableCommand
from companion.game import IllegalAction, Outcome, Refusal
from companion.opening import from_code, open, start  # noqa: A004  companion.open is the name
from companion.registry import games
from companion.saves import DamagedSave, SaveExists, SaveInUse
from companion.session import ConsentNeeded, Session, StaleAction

__all__ = [
    "AmbiguousCommand",
    "ConsentNeeded",
    "DamagedCode",
    "DamagedSave",
    "IllegalAction",
    "Outcome",
    "Refusal",
    "SaveExists",
    "SaveInUse",
    "Session",
    "StaleAction",
    "UnreadableCommand",
    "from_code",
    "games",
    "open",
    "start",
]
