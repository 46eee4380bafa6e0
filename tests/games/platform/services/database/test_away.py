"""Plans of people who are away: their limits, their moves, and their end."""

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.catalogue.domego.rules.away import AWAY, Bargain, Instructions
from games.catalogue.domego.rules.moves import Accept, Allocate, Buy, Offer
from games.catalogue.domego.rules.types import Options
from games.engine import codec, registry
from games.engine.away import MOST_IN_A_ROW
from games.engine.draws import LabelledDraws
from games.engine.errors import IllegalMove
from games.engine.playout import playout
from games.models import AwayPlan, Move, Notification
from games.platform.errors import BadRequest, MatchNotRunning, NotYourSeat
from games.platform.pace import Pace
from games.platform.selectors import authorship
from games.platform.selectors.authorship_words import seat_words
from games.platform.selectors.away import made_in_a_row, plans_in_force
from games.platform.selectors.position import state_of
from games.platform.services.away import plan_take_back, plan_write, play_absent
from games.platform.services.holders import seat_assign, seat_release
from games.platform.services.matches import match_pause
from games.platform.work.notices import notify_open
from games.platform.work.sweep import sweep
from games.tasks import after_move
from tests.games.factories import NOW, match_of, person, play, play_default, record_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]
RULES = registry.get("domego").rules
SLOW = Pace(mode="async", hours=24)
DAY = timedelta(days=1)
ALL = Instructions(places=True, buys=True)
TALK = "activity-3/negotiate/owner>architect"


@pytest.fixture
def ada():
    return person("ada")


@pytest.fixture
def bob():
    return person("bob")


@pytest.fixture
def match(ada, bob):
    """A match of two firms whose purchases are pending."""
    return match_of(ada, bob, scenario="pair", pace_of_match=SLOW, now=NOW)


def away(match, user, instructions=ALL, seat=0, **more):
    times = {"ends_at": NOW + DAY, "now": NOW, **more}
    return plan_write(match_id=match.pk, seat=seat, user=user, instructions=instructions, **times)


def made(match):
    return list(match.moves.filter(number__gt=0).order_by("number").values_list("seat", "kind", "author_kind"))


def test_a_plan_answers_at_once_and_what_it_does_is_nobody_s_own_move(match, ada):
    away(match, ada)

    assert play_absent(match_id=match.pk, now=NOW) == 1

    row = match.moves.get(number=1)
    assert (row.seat, row.kind, row.author_kind, row.author) == (0, "buy", "plan", None)
    story = next(story for story in authorship.stories(match) if story.seat == 0)
    assert (story.own, story.was_played) == ({}, False)
    assert seat_words(story, str, named=False) == "decided by a plan"
    assert authorship.own_moves_in([match], ada) == {match.pk: {}}


def until(match, number, bob):
    """Let bots, the plan and Bob play until plans have made so many moves, or Bob has no pending decision."""
    for _turn in range(60):
        play_absent(match_id=match.pk, now=NOW)
        match.refresh_from_db()
        pending = match.decisions.filter(seat=1, closed_at=None, optional=False, passive=False)
        if Move.objects.filter(match=match, author_kind="plan").count() >= number or not pending.exists():
            break
        play_default(match, 1, bob)


def test_it_makes_three_moves_in_a_row_then_its_person_is_asked_and_told_until_they_move(ada, bob):
    match = match_of(ada, bob, pace_of_match=SLOW, now=NOW)
    bargains = tuple(Bargain(n, 0, 60) for n, each in enumerate(state_of(match).sheet.contracts) if each.payer == 0)
    away(match, ada, Instructions(bargains=bargains, places=True, buys=True))

    until(match, MOST_IN_A_ROW + 1, bob)

    assert [by for seat, _kind, by in made(match) if seat == 0] == ["plan"] * MOST_IN_A_ROW
    pending = match.decisions.filter(seat=0, closed_at=None, optional=False, passive=False)
    assert pending.exists()
    notify_open(match_id=match.pk, now=NOW)
    assert Notification.objects.filter(user=ada, decision__in=pending).exists()
    play_default(match, 0, ada)
    until(match, MOST_IN_A_ROW + 1, bob)
    assert [by for seat, _kind, by in made(match) if seat == 0][:5] == [*["plan"] * MOST_IN_A_ROW, "player", "plan"]


def test_outside_its_time_taken_back_paused_or_released_it_does_nothing(match, ada):
    later = away(match, ada, starts_at=NOW + DAY, ends_at=NOW + 2 * DAY)
    before = record_of(match)
    assert [play_absent(match_id=match.pk, now=NOW + part * DAY) for part in (0, 2)] == [0, 0]
    plan_take_back(match_id=match.pk, seat=0, user=ada, now=NOW)
    later.refresh_from_db()
    assert (later.end, play_absent(match_id=match.pk, now=NOW + DAY)) == ("taken_back", 0)
    plan = away(match, ada)
    match_pause(match_id=match.pk)
    assert play_absent(match_id=match.pk, now=NOW) == 0
    seat_release(match_id=match.pk, seat=0, user=ada, now=NOW)
    plan.refresh_from_db()
    assert (plan.end, plans_in_force(match, NOW)) == ("released", {})
    assert record_of(match)[0] == before[0]


def test_another_plan_replaces_the_first(match, ada):
    first = away(match, ada)

    second = away(match, ada, Instructions(places=True))

    first.refresh_from_db()
    assert (first.end, list(plans_in_force(match, NOW).values())) == ("replaced", [second])


def test_a_seat_of_two_is_left_to_the_one_who_is_here(match, ada):
    eve = person("eve")
    seat_assign(match_id=match.pk, seat=0, user=eve, now=NOW)
    away(match, ada)
    assert play_absent(match_id=match.pk, now=NOW) == 0

    away(match, eve)

    assert play_absent(match_id=match.pk, now=NOW) == 1


def test_two_workers_play_it_once(match, ada):
    away(match, ada)

    assert [play_absent(match_id=match.pk, now=NOW), play_absent(match_id=match.pk, now=NOW)] == [1, 0]
    assert made(match) == [(0, "buy", "plan")]


def test_the_sweep_finds_a_plan_whose_time_has_begun_and_asks_it_once(match, ada):
    notify_open(match_id=match.pk, now=NOW)
    away(match, ada, starts_at=NOW + DAY / 2)
    begun = NOW + DAY / 2
    assert sweep(now=NOW + timedelta(minutes=5)) == []

    assert sweep(now=begun) == [("games.after_move", match.pk)]

    play_absent(match_id=match.pk, now=begun)
    assert made(match) == [(0, "buy", "plan")]
    assert sweep(now=begun + timedelta(minutes=5)) == []


def test_what_it_leaves_to_its_person_is_looked_at_once_for_each_position(match, ada):
    notify_open(match_id=match.pk, now=NOW)
    plan = away(match, ada, Instructions(places=True))
    soon = NOW + timedelta(minutes=1)
    assert sweep(now=soon) == [("games.after_move", match.pk)]

    assert play_absent(match_id=match.pk, now=soon) == 0

    plan.refresh_from_db()
    assert (plan.looked_number, sweep(now=soon + timedelta(minutes=5))) == (0, [])


def test_a_plan_that_leaves_the_seat_to_a_co_holder_is_looked_at_once_and_holds_back_no_deadline(match, ada):
    seat_assign(match_id=match.pk, seat=0, user=person("eve"), now=NOW)
    notify_open(match_id=match.pk, now=NOW)
    plan = away(match, ada)
    soon = NOW + timedelta(minutes=1)
    assert sweep(now=soon) == [("games.after_move", match.pk)]

    assert play_absent(match_id=match.pk, now=soon) == 0

    plan.refresh_from_db()
    pending = match.decisions.filter(seat=0, closed_at=None, optional=False)
    assert (plan.looked_number, set(pending.values_list("lease_until", flat=True))) == (0, {None})
    assert sweep(now=soon + timedelta(minutes=5)) == []


def test_moves_that_were_taken_back_are_none_in_a_row(match, ada):
    away(match, ada)
    play_absent(match_id=match.pk, now=NOW)
    assert made_in_a_row(match, 0) == 1

    match.moves.filter(number=1).update(taken_back=True)

    assert made_in_a_row(match, 0) == 0


def test_the_task_plays_before_people_are_told(ada, bob):
    match = match_of(ada, bob, scenario="pair", pace_of_match=SLOW)
    plan_write(match_id=match.pk, seat=0, user=ada, instructions=ALL, ends_at=match.started_at + DAY)

    after_move(match.pk)

    assert set(Notification.objects.values_list("user", flat=True)) == {bob.pk}


@pytest.mark.parametrize(("stock", "bought"), [(0, 0), (1, 1), (99, 99)])
def test_it_buys_what_is_required_and_not_in_stock(match, stock, bought):
    state = state_of(match)
    view, prompt = RULES.view(state, 0), next(each for each in RULES.prompts(state) if each.seat == 0)
    firm, required = view.firms[0], view.sheet.roles[0].required
    firms = (replace(firm, stock=stock, money=99), *view.firms[1:])

    assert AWAY.answer(ALL, replace(view, firms=firms), prompt) == Buy(max(0, required - bought))


@pytest.mark.parametrize(
    ("more", "refused"),
    [
        ({"ends_at": NOW - DAY}, BadRequest),
        ({"starts_at": NOW + DAY, "ends_at": NOW + DAY}, BadRequest),
        ({"ends_at": NOW + 100 * DAY}, BadRequest),
        ({"seat": 1}, NotYourSeat),
        ({"instructions": Instructions()}, IllegalMove),
        ({"instructions": Instructions(places=True, risk_tier=9)}, IllegalMove),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(match, ada, more, refused):
    with pytest.raises(refused):
        away(match, ada, **more)

    assert AwayPlan.objects.count() == 0


def test_a_match_that_is_over_takes_no_plan(ada):
    match = match_of(ada, scenario="pair", started=False)

    with pytest.raises(MatchNotRunning):
        away(match, ada)


def talking(ada, bob, **more):
    """A match in which the owner and the architect negotiate."""
    match = match_of(ada, bob, pace_of_match=SLOW, now=NOW, **more)
    while not match.decisions.filter(key=TALK, closed_at=None).exists():
        play_default(match)
    return match


def bargain(match, **prices):
    sheet = state_of(match).sheet
    number = next(n for n, each in enumerate(sheet.contracts) if (each.payer, each.payee) == (0, 1))
    return Instructions(bargains=(Bargain(number, **prices),))


@pytest.mark.parametrize(("offered", "kinds"), [(26, ["accept"]), (20, ["accept"]), (27, []), (19, [])])
def test_a_price_between_the_two_is_accepted_and_no_other(ada, bob, offered, kinds):
    match = talking(ada, bob)
    away(match, ada, bargain(match, low=20, high=26))
    play(match, 1, TALK, Offer(offered), bob)

    play_absent(match_id=match.pk, now=NOW)

    assert [kind for seat, kind, by in made(match) if by == "plan"] == kinds


def test_it_opens_once_with_the_price_it_was_given_and_then_waits(ada, bob):
    match = talking(ada, bob)
    away(match, ada, bargain(match, low=0, high=20, opening=18))

    assert play_absent(match_id=match.pk, now=NOW) == 1

    row = match.moves.order_by("-number").first()
    assert (row.kind, row.args["price"]) == ("offer", 18)
    match.refresh_from_db()
    play(match, 1, TALK, Offer(30), bob)
    assert play_absent(match_id=match.pk, now=NOW) == 0


@pytest.mark.parametrize(
    ("prices", "code", "field"),
    [
        ({"low": 26, "high": 20}, "plan_range", "high"),
        ({"low": 20, "high": 900_000}, "price_over_limit", "high"),
        ({"low": 20, "high": 26, "opening": 27}, "plan_opens_above", "opening"),
    ],
)
def test_prices_that_the_rules_forbid_are_refused_beside_their_field(ada, bob, prices, code, field):
    match = talking(ada, bob)

    with pytest.raises(IllegalMove) as refused:
        away(match, ada, bargain(match, **prices))

    assert (refused.value.code, str(refused.value.params["field"]).partition("_")[0]) == (code, field)


def test_an_opening_below_the_floor_is_refused_with_the_range(ada, bob):
    match = talking(ada, bob, options={"price_floor_percent": 50})

    with pytest.raises(IllegalMove) as refused:
        away(match, ada, bargain(match, low=0, high=20, opening=1))

    assert (refused.value.code, refused.value.params["field"].partition("_")[0]) == ("price_under_floor", "opening")


PLANS = st.builds(
    Instructions,
    bargains=st.lists(
        st.builds(Bargain, st.integers(0, 6), st.integers(0, 40), st.integers(0, 90), st.none() | st.integers(0, 60)),
        max_size=7,
        unique_by=lambda each: each.contract,
    ).map(tuple),
    places=st.booleans(),
    risk_tier=st.integers(0, 4),
    delay_tier=st.integers(0, 4),
    buys_for_tiers=st.booleans(),
    buys=st.booleans(),
)


@settings(max_examples=25, deadline=None)
@given(plan=PLANS, seed=st.binary(min_size=32, max_size=32))
def test_whatever_a_plan_answers_the_rules_allow_and_it_reads_the_view_alone(plan, seed):
    game = registry.get("domego")
    rules, answered = game.rules, []

    class Planned:
        """A bot that acts by the plan; a deadline settles the decisions that the plan leaves open."""

        def answer(self, state, prompt, draws):
            view = rules.view(state, prompt.seat)
            answered.append(AWAY.answer(plan, codec.from_json(codec.to_json(view), type(view)), prompt))
            return answered[-1]

    scenario = rules.load_scenario(game.micro["pair"])
    draws = LabelledDraws(seed)
    start = rules.setup(scenario, Options(), len(scenario.roles), draws)
    end = playout(rules, start, [Planned()] * len(scenario.roles), draws, bot_draws=draws)

    assert rules.result(end.state) is not None
    assert {type(move) for move in answered} <= {type(None), Accept, Offer, Buy, Allocate}
