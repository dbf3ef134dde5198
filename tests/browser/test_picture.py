"""The README's picture shows the page as it is today."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.look import PICTURE, picture

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_the_picture_in_the_readme_is_up_to_date(browser: Browser, tmp_path: Path) -> None:
    picture(browser, tmp_path / "today.png")
    images = [Image.open(path).convert("L") for path in (PICTURE, tmp_path / "today.png")]
    # Fonts differ between machines by a few pixels; what is drawn where does not.
    small = [image.resize((64, 48)) for image in images]
    difference = ImageStat.Stat(ImageChops.difference(*small)).mean[0]
    assert difference < 6, "run: python -m tests.look --readme"
