from __future__ import annotations

import pytest

# What tests share says as much as a test does when it fails.
pytest.register_assert_rewrite("tests.lessons", "tests.machines", "tests.tables", "tests.worlds")
