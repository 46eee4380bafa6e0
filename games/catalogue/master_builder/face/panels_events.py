"""The contents of the card for events and for rentals."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.face.people import Person, person
from games.catalogue.master_builder.rules.defaults import choice_for
from games.catalogue.master_builder.rules.happenings import current, hit
from games.catalogue.master_builder.rules.renting import offers, talks_to_answer
from games.catalogue.master_builder.rules.scenario import Op
from games.catalogue.master_builder.rules.types import Talk
from games.catalogue.master_builder.rules.view import View
from games.engine.types import Prompt
from games.ui.faces import DecisionForm, Scene


@dataclass(frozen=True)
class EventRow:
    """An event in the hand, and the number of affected workers of each player."""

    id: str
    name: str
    text: str
    touches: str
    says: str


def touched(view: View, event: str) -> str:
    """A text such as `Architect A 2, Architect B 0`: the workers that an event would affect now."""
    card = view.sheet.event(event)
    counts = []
    for seat, firm in enumerate(view.firms):
        ids = {each.worker for op in card.ops for each in hit(view.sheet, op, firm)}
        counts.append(_("%(player)s %(number)d") % {"player": names.player_name(seat), "number": len(ids)})
    return ", ".join(counts)


def play_event(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The event cards in the seat's hand."""
    view: View = scene.view
    rows = [
        EventRow(
            id_,
            name,
            cards.event_text(view.sheet.event(id_)),
            touched(view, id_),
            _("Play %(event)s") % {"event": name},
        )
        for id_ in view.events
        for name in [cards.event(view.sheet, id_)]
    ]
    return {"rows": rows}


@dataclass(frozen=True)
class ChooseRow:
    """A worker whom the event concerns."""

    who: Person
    checked: bool


def choose(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The workers concerned; those that a passed deadline would choose are ticked."""
    view: View = scene.view
    _seat, op = current(view)
    if bound is not None:
        ticked = tuple(bound.data.getlist("workers") if hasattr(bound.data, "getlist") else ())
    else:
        ticked = choice_for(view, prompt.seat).workers
    rows = [
        ChooseRow(person(view.sheet, each.worker, each.wage), each.worker in ticked)
        for each in hit(view.sheet, op, view.firms[prompt.seat])
    ]
    firm, words = view.firms[prompt.seat], _button(op)
    number = sum(row.checked for row in rows)
    filled = {"n": number, "rest": len(rows) - number, "sum": number * op.amount}
    return {
        "rows": rows,
        "template_words": words,
        "each": op.amount,
        "says": words.format(**filled),
        "event_text": cards.event_text(view.sheet.event(view.fate.event)),
        "question": _question(op),
        "cash": names.k(firm.cash),
        "wages": firm.wages,
        "wage_limit": view.sheet.wage_limit,
        "op": op.op,
    }


def _question(op: Op) -> str:
    text = {
        "unavailable": ngettext(
            "Tick the worker who stays away in this round.", "Tick the %(count)d who stay away in this round.", op.count
        ),
        "dismiss": ngettext("Tick the worker whom you dismiss.", "Tick the %(count)d whom you dismiss.", op.count),
        "raise_or_leave": _("Tick those who get the raise of %(amount)s. The others leave."),
        "pay_or_unavailable": _("Tick those whom you pay %(amount)s at once. The others stay away in this round."),
    }[op.op]
    return text % {"count": op.count, "amount": names.k(op.amount)}


def _button(op: Op) -> str:
    """The button's text: `{n}` workers are ticked, `{rest}` are not, and `{sum}` is the cost of the ticked ones."""
    return {
        "unavailable": _("Stay away: {n}"),
        "dismiss": _("Dismiss: {n}"),
        "raise_or_leave": _("Raise {sum}k a round, leave: {rest}"),
        "pay_or_unavailable": _("Pay {sum}k, stay away: {rest}"),
    }[op.op]


@dataclass(frozen=True)
class TalkRow:
    """A negotiation about a worker: the current price and its author."""

    id: str
    worker_id: str
    worker: str
    wage: str
    renter: int
    words: str
    price: int
    mine: bool
    is_open: bool
    most: int


def rent(scene: Scene, prompt: Prompt, bound: DecisionForm | None) -> dict[str, Any]:
    """The negotiations of this seat, and its possible offers."""
    view: View = scene.view
    seat = prompt.seat
    possible = [
        (f"{worker}-{renter}", _offer_words(view, worker, renter), view.firms[renter].cash)
        for worker, renter in offers(view, seat)
    ]
    own = [talk for talk in view.talks.open if seat in (talk.owner, talk.renter)]
    answers = talks_to_answer(view, seat)
    return {
        "talks": [_talk(view, talk, seat, talk in answers) for talk in own],
        "offers": possible,
        "offer": str(bound.data.get("offer", "")) if bound is not None else "",
        "price": str(bound.data.get("price", "")) if bound is not None and "how" not in bound.data else "",
        "cash": names.k(view.firms[seat].cash),
        "waiting": bool(own) and not answers,
    }


def _offer_words(view: View, worker: str, renter: int) -> str:
    words = {
        "worker": names.worker(view.sheet, worker),
        **names.players_named(player=renter),
        "cash": names.k(view.firms[renter].cash),
    }
    return _("%(worker)s %(to_player)s, who has %(cash)s") % words


def _talk(view: View, talk: Talk, seat: int, is_open: bool) -> TalkRow:
    other = names.players_named(player=talk.renter if talk.owner == seat else talk.owner)
    employee = next(each for each in view.firms[talk.owner].crew if each.worker == talk.worker)
    return TalkRow(
        id=f"talk-{talk.worker}-{talk.renter}",
        worker_id=talk.worker,
        worker=names.worker(view.sheet, talk.worker),
        wage=names.k(employee.wage),
        renter=talk.renter,
        words=other["to_player" if talk.owner == seat else "from_player"],
        price=talk.price,
        mine=talk.by == seat,
        is_open=is_open,
        most=view.firms[talk.renter].cash,
    )
