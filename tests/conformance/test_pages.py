"""What a page shows depends on the table alone, not on how the table came about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from htpy import fragment

from tests import walks
from widgets import pages

if TYPE_CHECKING:
    import random

    from companion.opening import AnySession


@pytest.fixture
def page(session: AnySession) -> Any:
    try:
        return pages.page_of(session.game.id)
    except ModuleNotFoundError:
        pytest.skip("this game has no page yet")


def drawn(page: Any, session: AnySession) -> str:
    """Return everything of a page but its foot and log, which tell of the past."""
    view = session.view()
    regions = [
        pages.rail_of(session.game.id, view),
        *page.now(view),
        page.now_actions(view),
        page.board(view, None, 0),
        page.meaning(view, None, 0),
        page.fix(view, None),
    ]
    return "".join(fragment[regions].iter_chunks())


def test_after_an_undo_the_page_is_that_from_before(
    page: Any, session: AnySession, chance: random.Random
) -> None:
    for now in walks.stops(session, 8):
        if now.outcome is None:
            copy = walks.twin(now)
            before = drawn(page, copy)
            copy.do(walks.choose(copy.legal(), chance))
            after = drawn(page, copy)
            copy.undo(agreed=copy.consent)
            assert drawn(page, copy) == before
            copy.redo()
            assert drawn(page, copy) == after
