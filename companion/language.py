"""Sentences: whole messages with named fields, and the one place for lists and plurals.

Every sentence a person reads goes through :func:`_` or :func:`plural`, so that a translation
can replace it whole. ``activate`` installs a translation; without one the English is used.
"""

from __future__ import annotations

import gettext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_translations: list[gettext.NullTranslations] = [gettext.NullTranslations()]


def activate(translations: gettext.NullTranslations) -> None:
    """Speak through ``translations`` from now on."""
    _translations[0] = translations


def _(message: str, /, **fields: object) -> str:
    """Return ``message`` translated, its named fields filled in."""
    text = _translations[0].gettext(message) if message else ""
    return text.format(**fields) if fields else text


def plural(one: str, many: str, count: int, /, **fields: object) -> str:
    """Return the form of the message that fits ``count``, which is also the field ``{count}``."""
    return _translations[0].ngettext(one, many, count).format(count=count, **fields)


def listing(items: Iterable[object]) -> str:
    """Return ``"A, B and C"``."""
    words = [str(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return _("{most} and {last}", most=", ".join(words[:-1]), last=words[-1])


def choice(items: Iterable[object]) -> str:
    """Return ``"A, B or C"``."""
    words = [str(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return _("{most} or {last}", most=", ".join(words[:-1]), last=words[-1])


def signed(number: int) -> str:
    """Return ``"+3"``, ``"0"`` or a true minus sign and the number."""
    return f"+{number}" if number > 0 else str(number).replace("-", "\N{MINUS SIGN}")
