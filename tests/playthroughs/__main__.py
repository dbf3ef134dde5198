"""``python -m tests.playthroughs``: write what the games answer now into every playthrough."""

from __future__ import annotations

import argparse

from tests import playthroughs

argparse.ArgumentParser(description=__doc__).parse_args()
for path in playthroughs.files():
    before = path.read_text("utf-8")
    after = playthroughs.played(before)
    path.write_text(after, "utf-8")
    print(f"{path.name}: {'unchanged' if after == before else 'written anew'}")
