"""The README's pictures show the pages as they are today."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.look import PICTURES, README, picture

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("game", README)
def test_a_picture_in_the_readme_is_up_to_date(game: str, browser: Browser, tmp_path: Path) -> None:
    today = picture(browser, game, tmp_path)
    images = [Image.open(path).convert("L") for path in (PICTURES / today.name, today)]
    # Fonts differ between machines by a few pixels; what is drawn where does not.
    small = [image.resize((64, 48)) for image in images]
    difference = ImageStat.Stat(ImageChops.difference(*small)).mean[0]
    assert difference < 6, "run: python -m tests.look --readme"
