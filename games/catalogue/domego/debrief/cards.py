"""Activities one by one, and the cards that were drawn."""

from typing import Any

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.catalogue.domego.debrief.story import Story
from games.catalogue.domego.facts.tables import ActivityPlayed, CardEffect, CardSeen
from games.catalogue.domego.names import card_text, card_title
from games.catalogue.domego.quantities import cards, cubes, days, k
from games.ui.languages import localized

Row = dict[str, Any]


def activity_rows(story: Story) -> list[Row]:
    """A line for each activity: days, cost and cards compared with its sheet, and the placements by role."""
    return [
        {
            "number": played.number,
            "name": story.activity(played.number),
            "base": played.base_days,
            "days": played.days,
            "required": played.required,
            "cost": played.cost,
            "due": played.slots + played.added,
            "cards": played.cards,
            "placed": [
                {"name": story.names[row.seat], "cubes": row.placed, "extra": row.placed - row.required}
                for row in played.roles
                if row.takes_part
            ],
        }
        for played in story.facts.activities
    ]


def activity_sums(story: Story) -> Row:
    """The last line of the table."""
    played = story.facts.activities
    return {
        "base": sum(each.base_days for each in played),
        "days": sum(each.days for each in played),
        "required": sum(each.required for each in played),
        "cost": sum(each.cost for each in played),
        "due": sum(each.slots + each.added for each in played),
        "cards": sum(each.cards for each in played),
    }


def card_groups(story: Story) -> list[Row]:
    """The cards of each activity with their effects, the facilitator's events that fell in it, and the number of cards
    that each role avoided.
    """
    return [
        {
            "number": played.number,
            "name": story.activity(played.number),
            "cards": [_card(story, seen) for seen in played.drawn],
            "brought": _brought(story, played),
            "avoided": _avoided(story, played),
        }
        for played in story.facts.activities
    ]


def _card(story: Story, seen: CardSeen) -> Row:
    text = card_text(story.scenario, seen.card)
    return {
        "title": localized(text.title),
        "text": localized(text.text),
        "effects": [_effect(story, effect) for effect in seen.effects],
    }


def _brought(story: Story, played: ActivityPlayed) -> list[Row]:
    """The facilitator's events of an activity with their effects. Effects that waited for the end of this activity are
    named once.
    """
    rows = []
    for seen in played.brought:
        effects = [_own(effect) if effect.activity == played.number else effect for effect in seen.effects]
        told = [_effect(story, effect) for effect in effects if effect is not None]
        if told:
            rows.append({"title": card_title(story.scenario, seen.card), "effects": told})
    return rows


def _own(effect: CardEffect) -> CardEffect | None:
    """An effect on the activity in which it was brought; None if another effect tells how it ended."""
    if effect.how != "deferred":
        return effect
    return replace(effect, how="done") if effect.op == "risk" else None


def _avoided(story: Story, played: ActivityPlayed) -> Row | None:
    """The number of cards avoided; reductions beyond the slots avoid nothing."""
    number = played.slots + played.added - played.cards
    if number <= 0:
        return None
    by = [
        {"name": story.names[row.seat], "cards": row.fewer_cards}
        for row in played.roles
        if row.fewer_cards and not row.bankruptcies
    ]
    return {"number": number, "words": _("%(cards)s avoided") % {"cards": cards(number)}, "by": by}


def _effect(story: Story, effect: CardEffect) -> Row:
    """An effect in words: the role, the change, and whether it failed or waits."""
    later = _("in activity %(activity)d") % {"activity": effect.activity} if effect.how == "deferred" else ""
    how = {"unpaid": _("could not be paid"), "void": _("void: the firm had just changed")}.get(effect.how, "")
    return {
        "name": story.names[effect.seat] if effect.seat is not None else None,
        "words": _what(effect),
        "note": later or how,
    }


def _what(effect: CardEffect) -> str:
    amount = abs(effect.amount)
    match effect.op:
        case "delay":
            words, what = _("%(what)s more"), days(amount)
            fewer = _("%(what)s fewer")
        case "risk":
            words, what = _("%(what)s more"), cards(amount)
            fewer = _("%(what)s fewer")
        case "resources":
            extra = _("gives %(what)s, %(bought)d of them bought") if effect.bought else _("gives %(what)s")
            return extra % {"what": cubes(amount), "bought": effect.bought}
        case _:
            pays = _("pays %(what)s") if effect.amount < 0 else _("receives %(what)s")
            return pays % {"what": k(amount)}
    return (words if effect.amount >= 0 else fewer) % {"what": what}
