"""The card of an activity that is done: everybody's cubes, cards avoided and drawn, days, cost and failures."""

from collections.abc import Sequence
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.domego.face.recap_figures import Step, changes
from games.catalogue.domego.face.statements import STATEMENTS
from games.catalogue.domego.face.words import words_of
from games.catalogue.domego.names import activity_name, role_names
from games.catalogue.domego.quantities import cards, cubes, days, k
from games.catalogue.domego.rules.events import ActivityEnded, Allocated, CardsDue, Placed
from games.ui.faces import Scene
from games.ui.recap import Change, RecapCard
from games.ui.sentences import phrase, sentences, with_subject

CUBE = 13
CARD = 16
"""The distance from one card to the next in the drawings."""


def numbers_of(steps: Sequence[Step]) -> tuple[int, ...]:
    return tuple(sorted({step.told.number for step in steps}))


def money_changes(scene: Scene, steps: Sequence[Step]) -> list[Change]:
    """The changes of the reader's own purse and stock."""
    return [] if scene.seat is None else changes(scene, steps, "money", "stock", holder=scene.seat)


def _events(steps: Sequence[Step], kind: type) -> list[Any]:
    return [step.event for step in steps if isinstance(step.event, kind)]


def activity_card(scene: Scene, steps: list[Step]) -> RecapCard:
    """An activity that is done."""
    turn = steps[-1].event.turn
    ended, due = _events(steps, ActivityEnded), _events(steps, CardsDue)
    rows = _rows(scene, _events(steps, Allocated))
    return RecapCard(
        label=_("Activity %(turn)d is done") % {"turn": turn},
        title=activity_name(scene.scenario, turn),
        turn=turn,
        numbers=numbers_of(steps),
        changes=(*_counters(scene, steps), *money_changes(scene, steps)),
        note=_balance(ended[0]) if ended else "",
        rule="rules#balance",
        template="domego/recap/activity.html",
        context={"rows": rows, "nobody": _nobody(scene, rows), "cards": _cards(due[0]) if due else None},
    )


def _rows(scene: Scene, placed: Sequence[Allocated]) -> list[dict[str, Any]]:
    roles = role_names(scene.scenario)
    return [
        {
            "role": roles[event.seat or 0],
            "cubes": [CUBE * place for place in range(event.cubes)],
            "width": CUBE * event.cubes,
            "words": placed_words(event),
        }
        for event in placed
    ]


def placed_words(event: Allocated | Placed) -> str:
    """A text such as `1 required, 2 bought, 1 card and 2 days fewer`."""
    parts = [cubes(event.cubes), _("%(number)d required") % {"number": event.required}]
    bought = event.buy if isinstance(event, Placed) else event.bought
    parts += [ngettext("%(number)d bought", "%(number)d bought", bought) % {"number": bought}] if bought else []
    parts += [_("%(what)s fewer") % {"what": cards(event.fewer_cards)}] if event.fewer_cards else []
    parts += [_("%(what)s fewer") % {"what": days(event.fewer_days)}] if event.fewer_days else []
    return ", ".join(parts)


def _nobody(scene: Scene, rows: Sequence[dict[str, Any]]) -> list[Any]:
    placed = {row["role"].id for row in rows}
    return [role for role in role_names(scene.scenario) if role.id not in placed]


def _cards(due: CardsDue) -> dict[str, Any]:
    """The avoided and the drawn cards, as a drawing and in words."""
    avoided = due.slots + due.added - due.cards
    words = _("%(avoided)d avoided, %(drawn)d drawn") % {"avoided": avoided, "drawn": due.cards}
    added = ""
    if due.added:
        text = ngettext("%(number)d of them from earlier cards", "%(number)d of them from earlier cards", due.added)
        fewer = ngettext("%(number)d fewer by earlier cards", "%(number)d fewer by earlier cards", -due.added)
        added = (text if due.added > 0 else fewer) % {"number": abs(due.added)}
    return {
        "avoided": [CARD * place for place in range(avoided)],
        "drawn": [CARD * place for place in range(avoided, avoided + due.cards)],
        "width": CARD * (avoided + due.cards),
        "words": f"{words}, {added}" if added else words,
    }


def _counters(scene: Scene, steps: Sequence[Step]) -> list[Change]:
    """The counters after a balance that changes some of them."""
    balance = [step for step in steps if isinstance(step.event, ActivityEnded) and step.before != step.after]
    names = ("delay", "cost", "failures")
    return [STATEMENTS.change(scene, name, None, step.before, step.after) for step in balance for name in names]


def _balance(ended: ActivityEnded) -> SafeString:
    """The sums behind the counters."""
    text = _("%(base)s at base, %(fewer)s fewer by cubes, cards %(cards)s: %(days)s.")
    signed = f"+{ended.card_days}" if ended.card_days > 0 else str(ended.card_days).replace("-", "\u2212")
    told = phrase(text, base=days(ended.base_days), fewer=ended.fewer_days, cards=signed, days=days(ended.days))
    text = _("Cost %(cost)s: %(placed)s placed, %(cubes)s and %(money)s for cards.")
    spent = phrase(
        text, cost=ended.cost, placed=cubes(ended.placed), cubes=cubes(ended.card_cubes), money=k(ended.card_k)
    )
    return sentences(told, spent)


def placing_card(scene: Scene, steps: list[Step]) -> RecapCard:
    """The card for cubes placed in an activity that is not finished yet."""
    placed: dict[int | None, Placed] = {event.seat: event for event in _events(steps, Placed)}
    roles, turn = role_names(scene.scenario), steps[-1].event.turn
    said = []
    for seat, event in placed.items():
        words = words_of(scene.scenario, event)
        said.append(with_subject(roles[seat or 0].name, words.html if words else ""))
    return RecapCard(
        label=_("Placed in activity %(turn)d") % {"turn": turn},
        title=activity_name(scene.scenario, turn),
        turn=turn,
        numbers=numbers_of(steps),
        words=sentences(*said),
        changes=tuple(money_changes(scene, steps)),
        weight="detail",
    )
