from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest

from companion.opening import AnySession
from tests import walks


@pytest.fixture(params=walks.params(range(4), quick=1))
def case(request: pytest.FixtureRequest) -> walks.Case:
    chosen: walks.Case = request.param
    return chosen


@pytest.fixture
def session(case: walks.Case) -> AnySession:
    """Return a whole random game; tests play on only with copies of it."""
    return walks.walked(case)


@pytest.fixture
def chance(case: walks.Case) -> random.Random:
    return random.Random(f"{case}")


@pytest.fixture(autouse=True, scope="session")
def no_waiting_for_the_disk() -> Iterator[None]:
    """Leave out the waiting: these games never lose power."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _descriptor: None)
        yield
