"""The notebook face of the companion: ``from widgets import Lesson, Table, start_page``.

Each is loaded when it is first asked for, so that a notebook waits only for what it uses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from widgets.table import Table

if TYPE_CHECKING:
    from widgets.lesson import Lesson
    from widgets.map_editor import MapEditor
    from widgets.start import start_page

__all__ = ["Lesson", "MapEditor", "Table", "start_page"]


def __getattr__(name: str) -> Any:
    if name == "Lesson":
        from widgets.lesson import Lesson  # noqa: PLC0415  see above

        return Lesson
    if name == "MapEditor":
        from widgets.map_editor import MapEditor  # noqa: PLC0415  see above

        return MapEditor
    if name == "start_page":
        from widgets.start import start_page  # noqa: PLC0415  see above

        return start_page
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
