from __future__ import annotations

import pytest

# What tests share says as much as a test does when it fails.
pytest.register_assert_rewrite("tests.lessons", "tests.machines", "tests.tables", "tests.worlds")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the slow tests begin first: none is left over when the other core has nothing to do."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
