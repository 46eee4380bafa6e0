"""Trade on the page: the offers of the turn, the possible answers, and the forms for new ones."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.utboheme import names
from games.catalogue.utboheme.face.forms_trade import ALL, OfferForm, errors_of
from games.catalogue.utboheme.face.own_prompts import answerable
from games.catalogue.utboheme.face.plan_form import bank_options
from games.catalogue.utboheme.face.words import located, words_of
from games.catalogue.utboheme.rules.events import BankTraded, Harvested, OfferAnswered, Offered, Traded
from games.catalogue.utboheme.rules.orders import is_refused
from games.catalogue.utboheme.rules.resources import RESOURCES, Cards, covers
from games.catalogue.utboheme.rules.trade import given, wanted
from games.catalogue.utboheme.rules.types import MOST_OFFERS, Need, OnOffer, in_act
from games.catalogue.utboheme.rules.view import View
from games.engine.types import Prompt
from games.ui.faces import DecisionForm, RoleName, Scene, TimedEvent
from games.ui.nouns import named
from games.ui.seats import lettered, player_name, players_named

Handful = tuple[tuple[str, int], ...]
"""Pairs (resource, number) with numbers above 0."""
TRADE_KINDS = ("offered", "offer_answered", "offer_closed", "traded", "bank_traded")
THREAD_KINDS = ("harvested", *TRADE_KINDS)
"""The kinds of events in the scene's thread: trades for this region, and the income that the island shows."""


@dataclass(frozen=True)
class Reply:
    """A player's answer to an offer. `deal` is the value of the button that carries the trade out with that player;
    `who` is the player's name.
    """

    role: RoleName
    who: str
    words: str
    deal: str
    done: bool
    off: bool = False

    @property
    def the_who(self) -> str:
        """The player's name within a sentence; a person's name has no article."""
        return named(who=self.role)["the_who"] if self.who == self.role.name else self.who


@dataclass(frozen=True)
class OfferLine:
    """An open offer. `key` is the reader's prompt about it. `gives` and `gets` are the reader's side in words; `give`
    and `get` have one (resource, number) for each resource. `need` is its declared purpose; `refused` says whether a
    standing order of the reader refuses it.
    """

    number: int
    role: RoleName
    who: str
    mine: bool
    words: str
    key: str
    accepted: bool
    gives: str
    gets: str
    give: Handful
    get: Handful
    need: str
    lacks: bool
    refused: bool
    replies: tuple[Reply, ...]
    can_withdraw: bool
    is_counter: bool

    @property
    def fill(self) -> str:
        """The fields of the form for a similar offer."""
        sides = (("give", self.give), ("get", self.get))
        return " ".join(f"{side}-{name}={number}" for side, some in sides for name, number in some)


@dataclass(frozen=True)
class Line:
    """One event of the trade of this turn; `deal` is True for a trade."""

    role: RoleName
    html: str
    at: datetime
    mine: bool
    deal: bool


@dataclass(frozen=True)
class Amount:
    """A column of the form: a resource with the input on both sides."""

    css: str
    short: str
    name: str
    held: int
    give: str
    get: str


def offer_lines(scene: Scene) -> tuple[OfferLine, ...]:
    """The open offers of this turn, oldest first."""
    view: View = scene.view
    return tuple(_offer_line(scene, view, offer) for offer in view.offers)


def _offer_line(scene: Scene, view: View, offer: OnOffer) -> OfferLine:
    me = scene.seat
    key = next((prompt.key for prompt in answerable(scene) if prompt.params.get("offer") == offer.number), "")
    gives, gets = given(offer.cards), wanted(offer.cards)
    if me != offer.seat:
        gives, gets = gets, gives
    lacks = me is not None and not covers(view.hand, gives)
    active = me is not None and me == view.seat and any(prompt.kind == "act" for prompt in answerable(scene))
    replies = [] if offer.seat != view.seat else [
        _reply(scene, offer, seat, answer, active and not lacks) for seat, answer in enumerate(offer.answers)
        if answer != "unasked" and seat != me
    ]  # fmt: skip
    if offer.seat != view.seat and active:
        deal = "" if lacks else f"{offer.number}-{offer.seat}"
        role = lettered(offer.seat)
        replies.append(Reply(role, scene.names.get(offer.seat) or role.name, _("ready to trade"), deal, True))
    return OfferLine(
        number=offer.number,
        role=lettered(offer.seat),
        who=scene.names.get(offer.seat) or player_name(offer.seat),
        mine=me == offer.seat,
        words=offer_words(offer.cards),
        key=key,
        accepted=me is not None and offer.answers[me] == "accepted",
        gives=names.cards(gives),
        gets=names.cards(gets),
        give=handful(gives),
        get=handful(gets),
        need=need_words(_need(scene, offer)),
        lacks=lacks,
        refused=bool(key) and is_refused(view.refusals or None, offer.cards),
        replies=tuple(replies),
        can_withdraw=active,
        is_counter=offer.seat != view.seat,
    )


def handful(cards: Cards) -> Handful:
    """The resources of a handful with their numbers."""
    return tuple((name, number) for name, number in zip(RESOURCES, cards, strict=True) if number > 0)


def _need(scene: Scene, offer: OnOffer) -> Need | None:
    """The declared purpose of an offer."""
    made = (told.event for told in scene.thread if isinstance(told.event, Offered))
    return next((event.need or None for event in made if event.number == offer.number), None)


def need_words(need: Need | None) -> str:
    """The purpose of an offer, to follow the maker's name."""
    return _("says: needed for %(what)s") % {"what": names.needed(need)} if need else ""


def _again(scene: Scene) -> dict[str, Any] | None:
    """The active player's last closed offer of this turn, to be repeated unchanged."""
    view: View = scene.view
    if scene.seat != view.seat or view.made[view.seat] >= MOST_OFFERS:
        return None
    made = [told.event for told in scene.thread if isinstance(told.event, Offered) and told.event.seat == view.seat]
    if not made or any(offer.seat == view.seat for offer in view.offers):
        return None
    last = max(made, key=lambda event: event.number)
    if not covers(view.hand, given(last.cards)):
        return None
    return {
        "give": handful(given(last.cards)),
        "get": handful(wanted(last.cards)),
        "to": str(last.asked[0]) if len(last.asked) == 1 else ALL,
        "words": offer_words(last.cards),
    }


def _outcome(scene: Scene) -> dict[str, Any] | None:
    """The answers to the reader's last closed offer of this turn: refusals, or a trade."""
    view: View = scene.view
    told = [each.event for each in scene.thread]
    made = [each for each in told if isinstance(each, Offered) and each.seat == scene.seat]
    last = max(made, key=lambda each: each.number, default=None)
    if last is None or any(offer.number == last.number for offer in view.offers):
        return None
    about = [each for each in told if getattr(each, "number", None) == last.number]
    traded = [each.partner for each in about if isinstance(each, Traded)]
    refused = {each.seat: each.accepted for each in about if isinstance(each, OfferAnswered)}
    others = traded or [seat for seat, accepted in refused.items() if seat is not None and not accepted]
    if not others:
        return None
    return {
        "give": handful(given(last.cards)),
        "get": handful(wanted(last.cards)),
        "traded": bool(traded),
        "who": [(lettered(seat), scene.names.get(seat) or player_name(seat)) for seat in others],
    }


def _reply(scene: Scene, offer: OnOffer, seat: int, answer: str, can_confirm: bool) -> Reply:
    words = {
        "open": _("has not answered yet"),
        "accepted": _("accepts"),
        "refused": _("refuses"),
        "countered": _("made another offer"),
    }[answer]
    deal = f"{offer.number}-{seat}" if can_confirm and answer == "accepted" else ""
    role = lettered(seat)
    who = scene.names.get(seat) or role.name
    return Reply(role, who, words, deal, answer == "accepted", answer in ("refused", "countered"))


def offer_words(cards: Cards) -> str:
    """A text such as `2 beers for 1 food`, from the side of the offerer."""
    return _("%(given)s for %(taken)s") % {"given": names.cards(given(cards)), "taken": names.cards(wanted(cards))}


def lines(scene: Scene) -> tuple[Line, ...]:
    """The thread of this turn."""
    return tuple(_line(scene, told) for told in scene.thread if not isinstance(told.event, Harvested))


def _line(scene: Scene, told: TimedEvent) -> Line:
    words = words_of(scene.scenario, told.event)
    seat, html = told.event.seat, located(scene.view.board, words.html) if words else ""
    return Line(lettered(seat), html, told.at, seat == scene.seat, isinstance(told.event, Traded | BankTraded))


def is_open(view: View) -> bool:
    """True if players can trade with the active one now."""
    allowed = view.figures.asides and view.options.player_trade and not view.building
    return allowed and in_act(view.stage, view.back)


def form_prompt(scene: Scene) -> Prompt | None:
    """The prompt that a new offer of the reader answers; None if no offer is possible. A reader who has been asked
    makes a counter-offer.
    """
    view: View = scene.view
    seat = scene.seat
    if seat is None or not is_open(view) or view.made[seat] >= MOST_OFFERS:
        return None
    kinds = ("act",) if seat == view.seat else ("answer", "orders")
    own = [prompt for prompt in answerable(scene) if prompt.kind != "answer" or not prompt.optional]
    return next((prompt for kind in kinds for prompt in own if prompt.kind == kind), None)


def amounts(view: View, data: Any) -> tuple[Amount, ...]:
    """The columns of the form, with their input."""
    return tuple(
        Amount(
            name,
            names.short_resource(name),
            names.resource(name),
            number,
            str(data.get(f"give-{name}", "")),
            str(data.get(f"get-{name}", "")),
        )
        for name, number in zip(RESOURCES, view.hand, strict=True)
    )


def region(scene: Scene, bound: DecisionForm | None = None) -> dict[str, Any]:
    """The context of the region of trade. `bound` is a refused form of it."""
    view: View = scene.view
    mine = bound if isinstance(bound, OfferForm) else None
    data: Any = mine.data if mine is not None else {}
    prompt = form_prompt(scene)
    act = next((each for each in answerable(scene) if each.kind == "act"), None)
    active = scene.seat is not None and scene.seat == view.seat
    if mine is not None and any(each.key == mine.prompt.key for each in answerable(scene)):
        prompt = mine.prompt
    return {
        "offer_lines": offer_lines(scene),
        "lines": lines(scene),
        "open": is_open(view),
        "allowed": view.figures.asides and view.options.player_trade,
        "prompt": prompt,
        "counters": prompt.params.get("offer") if prompt is not None else None,
        "amounts": amounts(view, data),
        "to": str(data.get("to", ALL)),
        "outcome": _outcome(scene),
        "again": _again(scene) if prompt is not None else None,
        "partners": [(str(seat), lettered(seat)) for seat in range(len(view.hand_counts)) if seat != view.seat],
        "active": active,
        "turn_of": players_named(player=view.seat),
        "left": MOST_OFFERS - view.made[scene.seat] if scene.seat is not None else 0,
        "errors": errors_of(mine),
        "act": act,
        "bank": bank_options(view, act.seat, held_only=True) if act and not view.building else [],
    }
