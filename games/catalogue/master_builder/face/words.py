"""Events in sentences. The page shows the player as a badge before the sentence, as its subject."""

from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext as _
from msgspec import UNSET

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.face import aims, board, deciding, drafts
from games.catalogue.master_builder.face.refusals import REFUSALS
from games.catalogue.master_builder.face.words_market import MARKET
from games.catalogue.master_builder.face.words_money import MONEY
from games.catalogue.master_builder.names import bold, k
from games.catalogue.master_builder.rules import events
from games.catalogue.master_builder.rules.scenario import Scenario
from games.catalogue.master_builder.rules.view import View
from games.engine.types import Result
from games.ui.faces import Heading, Words, WordsPart
from games.ui.nouns import within
from games.ui.sentences import phrase, sentences

Maker = Callable[[Scenario, Any], Words | None]


def match_begun(scenario: Scenario, event: events.MatchBegun) -> Words:
    text = _("Holds the mallet first. Everybody starts with %(cash)s; %(contracts)s contracts lie in the deck.")
    return Words(phrase(text, cash=bold(k(event.cash)), contracts=event.contracts), "flag")


def round_begun(scenario: Scenario, event: events.RoundBegun) -> Words:
    return Words(phrase(_("Has the mallet and is first in round %(round)s."), round=event.turn), "flag")


def events_dealt(scenario: Scenario, event: events.EventsDealt) -> Words:
    dealt = names.listed([cards.event(scenario, each) for each in event.events])
    return Words(phrase(_("Unseen by the others. Into the hand: %(events)s."), events=bold(dealt)), "card")


def wishes_left(scenario: Scenario, event: events.WishesLeft) -> Words:
    number = len(event.wishes)
    text = (
        _("Unseen by the others. A list of %(number)s wishes.")
        if number
        else _("Unseen by the others. The wishes are taken back.")
    )
    return Words(phrase(text, number=number) if number else text, "lock")


def stack_paid(scenario: Scenario, event: events.StackPaid) -> Words:
    text = _("Pays %(fee)s and looks through the %(skills)s.")
    return Words(
        phrase(text, fee=bold(k(event.fee)), skills=names.skills(event.skill)), "search", f"money-{event.seat}"
    )


def stack_seen(scenario: Scenario, event: events.StackSeen) -> Words:
    text = _("Unseen by the others. In the stack, from the top: %(workers)s.")
    return Words(phrase(text, workers=names.workers(scenario, event.workers)), "search")


def hired(scenario: Scenario, event: events.Hired) -> Words:
    text = _("Hires %(worker)s for %(wage)s a round. Wages: %(wages)s.")
    return Words(
        phrase(text, worker=bold(names.worker(scenario, event.worker)), wage=k(event.wage), wages=k(event.wages))
    )


def left(scenario: Scenario, event: events.Left) -> Words:
    text = {
        "fired": _("Fires %(worker)s. Wages: %(wages)s."),
        "dismissed": _("Has to dismiss %(worker)s. Wages: %(wages)s."),
        "no_raise": _("Grants no raise: %(worker)s leaves. Wages: %(wages)s."),
    }[event.why]
    return Words(phrase(text, worker=bold(names.worker(scenario, event.worker)), wages=k(event.wages)), "away")


def hire_passed(scenario: Scenario, event: events.HirePassed) -> Words:
    return Words(_("Can neither hire nor fire.") if event.forced else _("Neither hires nor fires."))


def event_turned(scenario: Scenario, event: events.EventTurned) -> Words:
    card = next(each for each in scenario.events if each.id == event.event)
    text = _("Plays the event %(event)s from the hand.") if event.from_hand else _("Turns the event %(event)s.")
    return Words(
        sentences(phrase(text, event=bold(cards.event(scenario, event.event))), cards.event_text(card)), "alert"
    )


def made_unavailable(scenario: Scenario, event: events.MadeUnavailable) -> Words:
    text, params = _("Away in this round: %(workers)s."), {"workers": names.workers(scenario, event.workers)}
    if event.brought is not UNSET:
        text = _("Away in this round (%(event)s): %(workers)s.")
        params["event"] = within(cards.event(scenario, event.brought))
    return Words(phrase(text, **params), "away")


def wages_raised(scenario: Scenario, event: events.WagesRaised) -> Words:
    text = _("Pays %(amount)s a round more to each of: %(workers)s. Wages: %(wages)s.")
    params = {
        "amount": k(event.amount),
        "workers": names.workers(scenario, event.workers),
        "wages": bold(k(event.wages)),
    }
    if event.brought is not UNSET:
        text = _("Pays %(amount)s a round more (%(event)s) to each of: %(workers)s. Wages: %(wages)s.")
        params["event"] = within(cards.event(scenario, event.brought))
    return Words(phrase(text, **params), "coin")


def offered(scenario: Scenario, event: events.Offered) -> Words:
    text = _("Asks %(price)s %(of_other)s for %(worker)s.")
    if event.seat == event.renter:
        text = _("Offers %(price)s %(to_other)s for %(worker)s.")
    other = names.players_named(other=event.owner if event.seat == event.renter else event.renter)
    return Words(phrase(text, price=bold(k(event.price)), worker=names.worker(scenario, event.worker), **other), "talk")


def offer_refused(scenario: Scenario, event: events.OfferRefused) -> Words:
    text = _("%(worker)s is not let %(to_renter)s.")
    return Words(
        phrase(text, worker=names.worker(scenario, event.worker), **names.players_named(renter=event.renter)), "cross"
    )


def rented(scenario: Scenario, event: events.Rented) -> Words:
    text = _("It is agreed: %(worker)s works for %(the_renter)s in this round, who pays %(price)s %(to_owner)s.")
    said = phrase(
        text,
        worker=bold(names.worker(scenario, event.worker)),
        price=bold(k(event.price)),
        **names.players_named(renter=event.renter, owner=event.owner),
    )
    return Words(said, "check")


def talks_closed(scenario: Scenario, event: events.TalksClosed) -> Words:
    return Words(_("Lets and rents nobody more in this round."))


def plan_confirmed(scenario: Scenario, event: events.PlanConfirmed) -> Words:
    return Words(_("Can build nothing.") if event.forced else _("Has a plan. It stays hidden until all have one."))


def plan_kept(scenario: Scenario, event: events.PlanKept) -> Words:
    pieces = names.listed([cards.piece(scenario, each) for each in event.sections]) or _("nothing")
    return Words(phrase(_("Unseen by the others. The plan: %(sections)s."), sections=pieces), "lock")


def proposal_asked(scenario: Scenario, event: events.ProposalAsked) -> Words:
    return Words(_("Unseen by the others. Asks for the best plan: this round counts half among the own plans."), "eye")


def work(scenario: Scenario, event: events.Work) -> Words:
    piece = cards.piece(scenario, f"{event.contract}/{event.section}")
    text = _("Builds %(section)s with %(workers)s.")
    return Words(phrase(text, section=bold(piece), workers=names.workers(scenario, event.workers)), "cube")


def idle(scenario: Scenario, event: events.Idle) -> Words:
    return Words(phrase(_("Without work: %(workers)s."), workers=names.workers(scenario, event.workers)))


EVENT_WORDS: dict[type, Maker] = {
    events.MatchBegun: match_begun,
    events.RoundBegun: round_begun,
    events.EventsDealt: events_dealt,
    events.WishesLeft: wishes_left,
    events.StackPaid: stack_paid,
    events.StackSeen: stack_seen,
    events.Hired: hired,
    events.Left: left,
    events.HirePassed: hire_passed,
    events.EventTurned: event_turned,
    events.MadeUnavailable: made_unavailable,
    events.WagesRaised: wages_raised,
    events.Offered: offered,
    events.OfferRefused: offer_refused,
    events.Rented: rented,
    events.TalksClosed: talks_closed,
    events.PlanConfirmed: plan_confirmed,
    events.PlanKept: plan_kept,
    events.ProposalAsked: proposal_asked,
    events.Work: work,
    events.Idle: idle,
    **MARKET,
    **MONEY,
}


def words_of(scenario: Scenario, event: Any) -> Words | None:
    """An event in a sentence. It is None for events that are no news."""
    maker = EVENT_WORDS.get(type(event))
    return maker(scenario, event) if maker else None


def _heading(scenario: Scenario, view: View) -> Heading:
    if view.phase == "over":
        return Heading(_("The town stands"), _turn(scenario, view.round), view.round, view.round)
    sub = _("round %(round)d of %(rounds)d") % {"round": view.round, "rounds": view.last_round}
    now = board.steps(view)[board.PHASE_OF[view.phase]].name
    return Heading(now, sub, view.round, view.last_round)


def _turn(scenario: Scenario, turn: int) -> str:
    return _("Round %(round)d") % {"round": turn}


def _until(scenario: Scenario, turn: int) -> str:
    return _("to round %(round)d") % {"round": turn}


def _score(scenario: Scenario, result: Result) -> str:
    best = [names.player_name(seat) for seat, place in enumerate(result.places) if place == 1]
    words = {"players": names.listed(best), "money": names.k(max(result.scores))}
    return _("Most money: %(players)s, %(money)s") % words


WORDS: Final = WordsPart(
    scenario=names.scenario_name,
    scenario_item=drafts.item_words,
    scenario_item_name=drafts.item_name,
    roles=names.role_names,
    aim=aims.aim,
    heading=_heading,
    turn=_turn,
    until=_until,
    decision=deciding.ask,
    where=deciding.where_words,
    refusals=REFUSALS,
    event=words_of,
    score=_score,
    ending=aims.ending,
    ending_kinds=aims.ENDING_KINDS,
)
