"""Checks of risk cards: effects must be possible in their activity, and decks large enough."""

from collections.abc import Iterator

from games.catalogue.domego.rules.scenario import CardText, EffectText, RoleText, Scenario
from games.engine.errors import Fault, fault

NEEDS = {
    "resources": ("role", "amount"),
    "money": ("role", "amount"),
    "delay": ("days",),
    "risk": ("cards", "activity"),
}
"""Fields of an effect by its `op`; `activity` may be added to resources, money and delay."""


def card_faults(scenario: Scenario, roles: dict[str, RoleText]) -> Iterator[Fault]:
    """Faults of single cards."""
    seen: set[str] = set()
    for index, card in enumerate(scenario.risk_cards):
        path = f"risk_cards[{index}]"
        if card.id in seen:
            yield fault(f"{path}.id", "%(card)s is already a card", card=card.id)
        seen.add(card.id)
        if card.activity > len(scenario.activities):
            yield fault(
                f"{path}.activity",
                "card %(card)s: there is no activity %(activity)s",
                card=card.id,
                activity=card.activity,
            )
        if not (card.title.en.strip() or card.title.fr.strip()):
            yield fault(f"{path}.title", "card %(card)s has no title in any language", card=card.id)
        for number, effect in enumerate(card.effects):
            where = f"{path}.effects[{number}]"
            yield from _effect_faults(where, card, effect, roles)
            yield from _time_faults(f"{where}.activity", card, effect, len(scenario.activities))


def _effect_faults(path: str, card: CardText, effect: EffectText, roles: dict[str, RoleText]) -> Iterator[Fault]:
    needs = NEEDS[effect.op]
    for name in ("role", "amount", "days", "cards", "activity"):
        given = getattr(effect, name)
        if given is None and name in needs:
            yield fault(path, "card %(card)s: %(op)s needs %(name)s", card=card.id, op=effect.op, name=name)
        elif given is not None and name not in (*needs, "activity"):
            yield fault(
                f"{path}.{name}", "card %(card)s: %(op)s has no %(name)s", card=card.id, op=effect.op, name=name
            )
        elif given == 0:
            yield fault(f"{path}.{name}", "card %(card)s: %(op)s of 0 does nothing", card=card.id, op=effect.op)
    if effect.role is not None and effect.role not in roles:
        yield fault(f"{path}.role", "card %(card)s: there is no role %(role)s", card=card.id, role=effect.role)
    if effect.op == "resources" and (effect.amount or 1) < 0:
        yield fault(
            f"{path}.amount", "card %(card)s: %(role)s cannot be given cubes", card=card.id, role=effect.role or ""
        )


def _time_faults(path: str, card: CardText, effect: EffectText, last: int) -> Iterator[Fault]:
    """Effects work neither before their card is drawn nor after the last activity. Money is paid at once, and cards are
    added to later activities only.
    """
    turn = effect.activity
    if turn is None:
        return
    names = {"card": card.id, "role": "" if effect.role is None else f", {effect.role}"}
    if turn > last:
        yield fault(path, "card %(card)s%(role)s: there is no activity %(turn)s", **names, turn=turn)
    elif turn < card.activity:
        yield fault(
            path,
            "card %(card)s%(role)s: an effect on activity %(turn)s, but the card is drawn in activity %(activity)s",
            **names,
            turn=turn,
            activity=card.activity,
        )
    elif effect.op == "money" and turn > card.activity:
        yield fault(path, "card %(card)s%(role)s: money is paid at once, not in activity %(turn)s", **names, turn=turn)
    elif effect.op == "risk" and turn == card.activity:
        yield fault(path, "card %(card)s%(role)s: cards are added to a later activity, not to the card's own", **names)


def deck_faults(scenario: Scenario) -> Iterator[Fault]:
    """A deck has at least as many cards as its activity can draw."""
    for index, activity in enumerate(scenario.activities):
        deck = sum(card.activity == activity.number for card in scenario.risk_cards)
        added = sum(
            max(0, effect.cards or 0)
            for card in scenario.risk_cards
            for effect in card.effects
            if effect.op == "risk" and effect.activity == activity.number
        )
        most = activity.risk_slots + added
        if most > deck:
            yield fault(
                f"activities[{index}].risk_slots",
                "activity %(activity)s can draw %(most)s cards, but its deck has %(deck)s",
                activity=activity.number,
                most=most,
                deck=deck,
            )
