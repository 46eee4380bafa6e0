"""Checks of risk cards: effects must be possible in their activity, and decks large enough."""

from collections.abc import Iterator

from games.catalogue.domego.rules.scenario import CardText, EffectText, RoleText, Scenario

Fault = tuple[str, str]

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
            yield f"{path}.id", f"{card.id} is already a card"
        seen.add(card.id)
        if card.activity > len(scenario.activities):
            yield f"{path}.activity", f"card {card.id}: there is no activity {card.activity}"
        if not (card.title.en.strip() or card.title.fr.strip()):
            yield f"{path}.title", f"card {card.id} has no title in any language"
        for number, effect in enumerate(card.effects):
            where = f"{path}.effects[{number}]"
            yield from _effect_faults(where, card, effect, roles)
            yield from _time_faults(f"{where}.activity", card, effect, len(scenario.activities))


def _effect_faults(path: str, card: CardText, effect: EffectText, roles: dict[str, RoleText]) -> Iterator[Fault]:
    needs = NEEDS[effect.op]
    for name in ("role", "amount", "days", "cards", "activity"):
        given = getattr(effect, name)
        if given is None and name in needs:
            yield path, f"card {card.id}: {effect.op} needs {name}"
        elif given is not None and name not in (*needs, "activity"):
            yield f"{path}.{name}", f"card {card.id}: {effect.op} has no {name}"
        elif given == 0:
            yield f"{path}.{name}", f"card {card.id}: {effect.op} of 0 does nothing"
    if effect.role is not None and effect.role not in roles:
        yield f"{path}.role", f"card {card.id}: there is no role {effect.role}"
    if effect.op == "resources" and (effect.amount or 1) < 0:
        yield f"{path}.amount", f"card {card.id}: {effect.role} cannot be given cubes"


def _time_faults(path: str, card: CardText, effect: EffectText, last: int) -> Iterator[Fault]:
    """Effects work neither before their card is drawn nor after the last activity. Money is paid at once, and cards are
    added to later activities only.
    """
    turn = effect.activity
    if turn is None:
        return
    whom = f"card {card.id}" if effect.role is None else f"card {card.id}, {effect.role}"
    if turn > last:
        yield path, f"{whom}: there is no activity {turn}"
    elif turn < card.activity:
        yield path, f"{whom}: an effect on activity {turn}, but the card is drawn in activity {card.activity}"
    elif effect.op == "money" and turn > card.activity:
        yield path, f"{whom}: money is paid at once, not in activity {turn}"
    elif effect.op == "risk" and turn == card.activity:
        yield path, f"{whom}: cards are added to a later activity, not to the card's own"


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
            reason = f"activity {activity.number} can draw {most} cards, but its deck has {deck}"
            yield f"activities[{index}].risk_slots", reason
