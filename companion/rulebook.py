"""Rules in our own words, and rulings: what the rulebooks leave to the table.

A rule is named by its id everywhere: in refusals, log entries, score lines and lessons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


class Rule(msgspec.Struct, frozen=True):
    """One rule: ``id``, its ``text`` in our own words, and the rulebook ``source`` section."""

    id: str
    title: str
    text: str
    source: str


class Option(msgspec.Struct, frozen=True):
    """One reading of a ruling."""

    id: str
    title: str


class Ruling(msgspec.Struct, frozen=True):
    """A question the rulebook leaves open: the first option is the default; ``why`` defends it."""

    id: str
    question: str
    options: tuple[Option, ...]
    why: str
    source: str

    @property
    def default(self) -> str:
        """The id of the option used unless the table says otherwise."""
        return self.options[0].id

    def option(self, option_id: str) -> Option:
        """Return the option of that id; ``KeyError`` if there is none."""
        for option in self.options:
            if option.id == option_id:
                return option
        raise KeyError(option_id)


class Rulebook:
    """All rules and rulings of one game, found by id, in the order of the rulebook."""

    def __init__(self, rules: Iterable[Rule], rulings: Iterable[Ruling] = ()) -> None:
        """Hold ``rules`` and ``rulings``; ids must be unique within each."""
        self._rules = {rule.id: rule for rule in rules}
        self._rulings = {ruling.id: ruling for ruling in rulings}

    def __getitem__(self, rule_id: str) -> Rule:
        return self._rules[rule_id]

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    def __contains__(self, rule_id: str) -> bool:
        return rule_id in self._rules

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings, in order."""
        return tuple(self._rulings.values())

    def ruling(self, ruling_id: str) -> Ruling:
        """Return the ruling of that id; ``KeyError`` if there is none."""
        return self._rulings[ruling_id]

    def settle(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Return every ruling's option: the ``chosen`` one or its default.

        Raises ``ValueError`` naming an unknown ruling or option and what would work.
        """
        for ruling_id, option_id in chosen.items():
            self._insist(ruling_id, option_id)
        return {r.id: chosen.get(r.id, r.default) for r in self._rulings.values()}

    def _insist(self, ruling_id: str, option_id: str) -> None:
        if ruling_id not in self._rulings:
            known = ", ".join(self._rulings)
            raise ValueError(f"no ruling is called {ruling_id!r}; there are: {known}")
        options = [option.id for option in self._rulings[ruling_id].options]
        if option_id not in options:
            raise ValueError(
                f"ruling {ruling_id!r} cannot be {option_id!r}; it can be: {', '.join(options)}"
            )
