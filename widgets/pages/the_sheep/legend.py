"""What the signs on the map mean."""

from __future__ import annotations

import htpy as h

from companion.language import _
from companion.the_sheep.pack import COLOURS
from companion.the_sheep.view import View
from companion.the_sheep.words import tier_text
from widgets.pages.the_sheep.art import ART, seat_badge, sheep_picture
from widgets.pages.the_sheep.land import spawn_letter, spawn_text
from widgets.pages.the_sheep.naming import capital
from widgets.parts.cards import card
from widgets.parts.keyed import Part


def legend(view: View) -> Part:
    """Return the signs with their words, folded away."""
    spawns = [colour for colour in COLOURS if colour in view.table.board.spawns]
    wagon = h.svg(".tc-piece", viewBox="0 0 24 24", aria_hidden="true")[h.use(href=f"#{ART}-wagon")]
    signs = [
        *(h.li[sheep_picture(tier), h.span[capital(tier_text(tier))]] for tier in range(3)),
        h.li[seat_badge(0), h.span[_("A shepherd, by its seat")]],
        h.li[wagon, h.span[_("A caravan, by its first letters")]],
        *(
            h.li[
                h.span(".tc-badge.tc-spawn-badge", data_colour=colour)[spawn_letter(colour)],
                h.span[capital(spawn_text(colour))],
            ]
            for colour in spawns
        ),
        h.li[h.span(".tc-sample", data_kind="path"), h.span[_("Path; forks branch")]],
        h.li[h.span(".tc-sample", data_kind="shadow"), h.span[_("Shadow, not entered")]],
        h.li[h.span(".tc-sample", data_kind="lit"), h.span[_("Can be tapped now")]],
    ]
    words = _("An arrow: where sheep go tonight as it stands; broken, where the table decides.")
    return card(
        "legend",
        h.details[
            h.summary[_("What the signs mean")],
            h.ul(".tc-legend")[signs],
            h.p(".tc-soft")[words],
        ],
    )
