"""Between two turns: drawing, swapping with a partner, a Priest's or a Summoner's due."""

from __future__ import annotations

from typing import Any

import htpy as h

from companion.cake_duel.state import partner
from companion.cake_duel.troops import TROOP, kinds
from companion.cake_duel.view import View
from companion.language import _
from widgets.pages.cake_duel.cards import back, face, picture
from widgets.pages.cake_duel.hands import chosen_cards, look_button
from widgets.parts.cards import card, nothing
from widgets.parts.controls import action_button, action_form, field, submit
from widgets.parts.keyed import Part, keyed


def draw_actions(view: View) -> list[h.Node]:
    """Return the buttons of the banner while cards are to be drawn."""
    seat = view.attacker
    label = _("Draw the cards") if view.setup.virtual else _("Cards are drawn")
    return [
        *wolfy_actions(view),
        action_button(label, {"type": "resupply", "seat": seat}, primary=True),
    ]


def wolfy_actions(view: View) -> list[h.Node]:
    """Return a button for each player who may turn up Sir Wolfy now."""
    return [
        action_button(
            _("{name} turns up Sir Wolfy", name=view.setup.names[seat]),
            {"type": "wolfy", "seat": seat},
        )
        for seat in view.may_show
    ]


# Team mode


def swap_card(view: View, revision: int) -> Part:
    """Return what the attacker may do with the partner before drawing."""
    if not view.gifts:
        return nothing("swap")
    seat, mate = view.attacker, partner(view.attacker)
    names = {"name": view.setup.names[seat], "mate": view.setup.names[mate]}
    title = _("{name} and {mate} may exchange a card", **names)
    content = _virtual_swap(view, revision) if view.setup.virtual else _table_swap(view, names)
    return card("swap", content, title)


def _table_swap(view: View, names: dict[str, str]) -> h.Element:
    labels = {
        "swap": _("They swap a card"),
        "give": _("{name} gives a card", **names),
        "receive": _("{mate} gives a card", **names),
    }
    return h.div(".tc-actions")[
        (
            action_button(labels[gift], {"type": "swap", "seat": view.attacker, "gift": gift})
            for gift in view.gifts
        )
    ]


def _virtual_swap(view: View, revision: int) -> Part:
    """Return the form to choose one card of each hand, or none of one to give or receive."""
    seat, mate = view.attacker, partner(view.attacker)
    form = action_form(
        {"type": "swap", "seat": seat},
        {"gift": "text", "card": "int", "other": "int"},
        aria_label=_("Exchange a card"),
    )
    choices = [
        _one_card(view, "card", view.hands[seat], view.setup.names[seat]),
        _one_card(view, "other", view.hands[mate], view.setup.names[mate]),
    ]
    gifts = {"swap": _("swap"), "give": _("give"), "receive": _("receive")}
    options = [h.option(value=gift)[gifts[gift]] for gift in view.gifts]
    return keyed(
        f"swap-{revision}",
        form[
            field(_("What to do"), h.select(name="gift")[options]),
            None if view.viewer == seat else _look(view),
            choices,
            h.div(".tc-actions")[submit(_("Exchange"), primary=False)],
        ],
    )


def _look(view: View) -> h.Element:
    return h.div(".tc-curtain", data_curtain="")[
        look_button(
            view.setup.names[view.attacker],
            {"seat": view.attacker, "show": "team"},
            _("both hands"),
        ),
        h.div(data_secret="", hidden=True),
    ]


def _one_card(view: View, name: str, count: int, owner: str) -> h.Element:
    cards = view.hand if name == "card" else view.partner_hand
    shown = cards if view.viewer is not None else ()
    none = h.label(".tc-choice")[
        h.input(type="radio", name=name, value="-1", checked=True), h.span[_("none")]
    ]
    return h.fieldset[
        h.legend[_("Card of {name}", name=owner)],
        h.div(".tc-hand")[none, (_radio(name, at, shown) for at in range(count))],
    ]


def _radio(name: str, place: int, shown: tuple[str, ...]) -> h.Element:
    note = str(place + 1)
    return h.label(".tc-playing")[
        h.input(
            type="radio",
            name=name,
            value=str(place),
            aria_label=_("Card {number}", number=place + 1),
        ),
        face(shown[place], note) if place < len(shown) else back(note),
    ]


# Specials


def summon_card(view: View, revision: int) -> Part:
    """Return where the Summoner's player names a card."""
    title = _("Name a card: two cakes for each in {name}’s hand", name=_defender(view))
    action: dict[str, Any] = {"type": "summon", "seat": view.attacker}
    if view.setup.virtual:
        buttons = [
            action_button([picture(one.id), one.title], {**action, "troop": one.id})
            for one in kinds(view.setup.edition)
        ]
        return card("summon", h.div(".tc-choices")[buttons], title)
    options = [h.option(value=one.id)[one.title] for one in kinds(view.setup.edition)]
    most = view.hands[view.defender]
    form = action_form(action, {"troop": "text", "found": "int"}, aria_label=title)
    found = h.input(type="number", name="found", min="0", max=str(most), value="0", required=True)
    fields = [
        field(_("Card named"), h.select(name="troop")[options]),
        field(_("How many of it are there"), found),
    ]
    done = h.div(".tc-actions")[submit(_("That is what was found"))]
    return card(
        "summon", keyed(f"summon-{revision}", form[h.div(".tc-fields")[fields], done]), title
    )


def _defender(view: View) -> str:
    return view.setup.names[view.defender]


def give_card(view: View, revision: int) -> Part:
    """Return where the attacker hands the Priest the cards of the attack."""
    seat, count = view.attacker, view.giving
    title = _("Cards for {name}’s Priest", name=_defender(view))
    if not view.setup.virtual:
        done = action_button(_("Handed over"), {"type": "give", "seat": seat}, primary=True)
        return card("give", h.div(".tc-actions")[done], title)
    laid = view.attack.count if view.attack else 0
    form = action_form({"type": "give", "seat": seat}, {"cards": "ints"}, aria_label=title)
    legend = _("Choose {count} of the cards you attacked with", count=count)
    return card(
        "give",
        keyed(
            f"give-{revision}",
            form[
                chosen_cards(view, seat, legend, laid=laid),
                h.div(".tc-actions")[submit(_("Hand over"))],
            ],
        ),
        title,
    )


def effects_note(view: View) -> Part:
    """Return the retold effect of the special that is claimed, with how sure it is."""
    claims = [claim for claim in (view.attack, view.block) if claim is not None]
    notes = [TROOP[claim.troop] for claim in claims if TROOP[claim.troop].special]
    if not notes:
        return nothing("effects")
    doubt = _("The cards’ own words go before ours: we know them from retellings only.")
    return card(
        "effects",
        [
            [h.p[_("{card}: {effect}", card=one.title, effect=one.effect)] for one in notes],
            h.p(".tc-soft")[h.small[doubt]],
        ],
    )
