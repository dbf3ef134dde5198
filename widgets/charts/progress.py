"""A bar that fills while a cell is at work."""

from __future__ import annotations

from collections.abc import Callable


def progress(what: str) -> Callable[[int, int], None]:
    """Show a bar named ``what``; return what is told how many are done, and of how many."""
    from IPython.display import display  # noqa: PLC0415  only where there is a notebook
    from ipywidgets import IntProgress  # noqa: PLC0415

    bar = IntProgress(description=what)
    display(bar)  # type: ignore[no-untyped-call]  # IPython has no types

    def tell(done: int, of: int) -> None:
        bar.max, bar.value = of, done

    return tell
