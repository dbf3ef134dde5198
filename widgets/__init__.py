"""The notebook face of the companion.

>>> from widgets import Lesson, Table
"""

from __future__ import annotations

from widgets.lesson import Lesson
from widgets.start import start_page
from widgets.table import Table

__all__ = ["Lesson", "Table", "start_page"]
