"""The table as text, kept in the notebook beside the live page.

It stays readable when the notebook is closed or its kernel is gone. It holds what everybody at the
table may see, and nothing else.
"""

from __future__ import annotations

import uuid

import htpy as h

from companion.language import _


class Transcript:
    """An output of its own that follows the table."""

    def __init__(self) -> None:
        """Show nothing yet."""
        self._id = ""
        self._text = ""

    def show(self, text: str) -> None:
        """Put the text into the notebook, above the live page."""
        from IPython.display import display  # noqa: PLC0415  only where there is a notebook

        self._id, self._text = uuid.uuid4().hex, text
        display(_bundle(text), raw=True, display_id=self._id)  # type: ignore[no-untyped-call]  # IPython has no types

    def update(self, text: str) -> None:
        """Bring the text up to date, where it is shown."""
        if not self._id or text == self._text:
            return
        from IPython.display import update_display  # noqa: PLC0415  as above

        self._text = text
        update_display(_bundle(text), raw=True, display_id=self._id)  # type: ignore[no-untyped-call]  # IPython has no types


def _bundle(text: str) -> dict[str, str]:
    summary = _("The table as text (it stays when the notebook is closed)")
    page = h.details[h.summary[summary], h.pre[text]]
    return {"text/plain": text, "text/html": str(page)}
