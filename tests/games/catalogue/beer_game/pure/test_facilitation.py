"""The facilitator's events in the beer game: what each one does, who learns of it, and the result without them."""

import json

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import given
from hypothesis import settings as tried
from hypothesis import strategies as st

from games.catalogue.beer_game.analysis import ANALYST
from games.catalogue.beer_game.debrief import DEBRIEF, tables
from games.catalogue.beer_game.debrief.patterns import PATTERNS, Play
from games.catalogue.beer_game.facts import EventFacts, facts
from games.catalogue.beer_game.game import GAME
from games.catalogue.beer_game.rules.accounts import ACCOUNTS
from games.catalogue.beer_game.rules.facilitation import EVENTS
from games.catalogue.beer_game.rules.rules import RULES
from games.catalogue.beer_game.rules.types import CostChanged, Demanded, Options, Order, Struck, Surged, Week
from games.engine.analysis import Match, decided_otherwise, reckon
from games.engine.codec import from_json, to_json
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.errors import IllegalMove
from games.engine.facilitation import Brought, offers_of, played
from games.engine.ledger import Books
from games.engine.record import Record
from games.engine.replay import SeedFrom
from games.ui import faces
from games.ui.faces import Scene
from games.ui.recap import Happened
from tests.games.catalogue.beer_game.pure.test_patterns import SCENARIO, WILD_FACTORY, traced
from tests.games.catalogue.beer_game.pure.test_rules import DRAWS, begun, week, with_stage

SEED = bytes(range(32))
SHIPPED = ("classic", "short", "random", "seasonal", "promotion", "chains_5")


def bring(state, event, amount, seat=None):
    return played(RULES, state, None, "event-1", Brought(event, amount, seat), DRAWS)


def keys_of(state):
    return list(dict.fromkeys(each.key for each in offers_of(RULES, state)))


def scenario_of(text):
    return RULES.load_scenario(GAME.scenarios.get(text, text))


class Played:
    """A match of bots, or with the default orders, and with events before some of its moves."""

    def __init__(self, scenario, bot=None, events=(), **options):
        self.scenario, self.options = scenario_of(scenario), Options(**options)
        draws, answers = LabelledDraws(SEED), None if bot is None else GAME.bot(bot)
        outcome = RULES.setup(self.scenario, self.options, self.scenario.seats, draws)
        self.moves, self.outcomes, self.left = [], [outcome], dict(events)
        while prompts := RULES.prompts(self.state):
            at = len(self.moves) - sum(seat is None for seat, _key, _move in self.moves)
            move = (None, f"event-{len(self.moves) + 1}", self.event(at))
            if move[2] is None:
                prompt = prompts[0]
                made = None if answers is None else answers.answer(self.state, prompt, FastDraws(at))
                made = made or RULES.default(self.state, prompt.seat, prompt.key)
                move = (prompt.seat, prompt.key, made)
            self.outcomes.append(played(RULES, self.state, *move, draws))
            self.moves.append(move)

    @property
    def state(self):
        return self.outcomes[-1].state

    @property
    def events(self):
        return tuple(event for outcome in self.outcomes for event in outcome.events)

    @property
    def result(self):
        return RULES.result(self.state)

    @property
    def without(self):
        return EVENTS.without(self.state, self.events)

    @property
    def records(self):
        places = [(None, "", None), *self.moves]
        return [
            Record(number, seat, key, "brought" if number and seat is None else "bot", "", outcome.events)
            for number, ((seat, key, _move), outcome) in enumerate(zip(places, self.outcomes, strict=True))
        ]

    @property
    def match(self):
        seeds = (SeedFrom(0, SEED.hex()),)
        return Match(GAME, self.scenario, self.options, self.scenario.seats, seeds, tuple(self.moves))

    def event(self, at):
        """The event before the order number `at`: a move, or the place and the size of one among the offers."""
        event = self.left.pop(at, None)
        if event is None or isinstance(event, Brought):
            return event
        offers = offers_of(RULES, self.state)
        offer = offers[event[0] % len(offers)]
        return Brought(offer.key, offer.low + event[1] % (offer.high - offer.low + 1), offer.seat)


# What each event does


def test_a_surge_adds_its_pallets_to_the_demand_of_the_next_week_alone():
    outcome = bring(begun(), "surge", 8)
    assert outcome.events == (Surged(turn=1, audience=(0,), amount=8),)
    assert outcome.state.stages == begun().stages

    state, asked = outcome.state, []
    for _week in range(5):
        state, events = week(state, 4, 4, 4, 4)
        asked += [event.amount for event in events if isinstance(event, Demanded)]
    assert asked == [12, 4, 4, 8, 8]


def test_two_surges_of_a_week_add_up():
    state, _events = week(bring(bring(begun(), "surge", 8).state, "surge", 3).state, 4, 4, 4, 4)

    assert (state.asked, state.stages[0].incoming) == (15, 15)


def test_a_surge_changes_no_draw_of_the_demand():
    plain, more = week(begun("random"), 4, 4, 4)[0], week(bring(begun("random"), "surge", 5).state, 4, 4, 4)[0]

    assert [more.asked - plain.asked, more.stages[0].incoming - plain.stages[0].incoming] == [5, 5]


def test_a_transport_strike_delays_deliveries_between_stages_by_a_week():
    outcome = bring(begun(), "strike", 1)
    assert outcome.events == (Struck(turn=1, weeks=1),)
    assert [stage.transit for stage in outcome.state.stages] == [(0, 8), (0, 8), (0, 8), (4, 4)]

    state, received = outcome.state, []
    for _week in range(3):
        state, events = week(state, 4, 4, 4, 4)
        received.append([event.received for event in events if isinstance(event, Week)])
    assert received == [[0, 0, 0, 4], [8, 8, 8, 4], [4, 4, 4, 4]]


def test_a_strike_of_two_weeks_needs_a_way_of_three():
    text = json.dumps(json.loads(GAME.scenarios["classic"]) | {"shipping_delay": 3})
    state = RULES.setup(scenario_of(text), Options(), 4, DRAWS).state

    assert [stage.transit for stage in bring(state, "strike", 2).state.stages] == [(0, 0, 12)] * 3 + [(4, 4, 4)]
    with pytest.raises(IllegalMove, match="amount_out_of_range"):
        bring(state, "strike", 3)
    with pytest.raises(IllegalMove, match="amount_out_of_range"):
        bring(begun(), "strike", 2)


def test_a_bonus_and_a_penalty_change_the_cost_of_one_stage_at_once():
    state = begun()
    penalty, bonus = bring(state, "penalty", 7, 2), bring(state, "bonus", 12, 3)

    assert [stage.cost for stage in penalty.state.stages] == [12, 12, 19, 12]
    assert penalty.events == (CostChanged(turn=1, seat=2, audience=(2,), amount=7),)
    assert [stage.cost for stage in bonus.state.stages] == [12, 12, 12, 0]
    assert bonus.events == (CostChanged(turn=1, seat=3, audience=(3,), amount=-12),)
    with pytest.raises(IllegalMove, match="amount_out_of_range"):
        bring(state, "bonus", 13, 3)
    with pytest.raises(IllegalMove, match="no_such_event"):
        bring(state, "penalty", 7)


# When each event is offered


def test_events_are_offered_only_where_they_can_do_something():
    assert keys_of(begun()) == ["surge", "strike", "bonus", "penalty"]
    empty = begun()
    for seat in range(3):
        empty = with_stage(empty, seat, transit=(0, 4))
    assert keys_of(empty) == ["surge", "bonus", "penalty"]
    free = begun()
    for seat in range(4):
        free = with_stage(free, seat, cost=0)
    assert keys_of(free) == ["surge", "strike", "penalty"]
    assert "strike" not in keys_of(
        RULES.setup(
            scenario_of(json.dumps(json.loads(GAME.scenarios["classic"]) | {"shipping_delay": 1})), Options(), 4, DRAWS
        ).state
    )


def test_in_the_last_week_costs_alone_can_change_and_nothing_after_it():
    state = begun(weeks=3)
    for _week in range(2):
        state, _events = week(state, 4, 4, 4, 4)
    assert keys_of(state) == ["bonus", "penalty"]
    state, _events = week(state, 4, 4, 4, 4)
    assert offers_of(RULES, state) == ()


# Who learns of it


@pytest.mark.parametrize("seat", [None, 1, 2, 3])
def test_a_surge_is_a_secret_of_those_who_hear_the_demand(seat):
    before, outcome = begun(), bring(begun(), "surge", 8)

    assert RULES.view(outcome.state, seat) == RULES.view(before, seat)
    assert outcome.events[0].audience == (0,)


def test_all_hear_of_a_surge_where_all_hear_the_demand_and_both_retailers_of_two_chains():
    assert bring(begun(information="demand"), "surge", 8).events[0].audience is None
    assert bring(begun("chains_5"), "surge", 8).events[0].audience == (0, 3)


@pytest.mark.parametrize("event", ["bonus", "penalty"])
def test_a_cost_by_hand_is_seen_by_its_stage_alone(event):
    before, outcome = begun(), bring(begun(), event, 5, 1)

    for seat in (None, 0, 2, 3):
        assert RULES.view(outcome.state, seat) == RULES.view(before, seat)
    assert RULES.view(outcome.state, 1) != RULES.view(before, 1)
    assert outcome.events[0].audience == (1,)


def test_a_strike_shows_a_stage_nothing_of_the_others():
    before = begun()
    other = with_stage(before, 1, transit=(9, 1))

    after, changed = (bring(state, "strike", 1).state for state in (before, other))

    for seat in (None, 0, 2, 3):
        assert RULES.view(after, seat) == RULES.view(changed, seat)


# Laws

SOME = st.dictionaries(st.integers(0, 47), st.tuples(st.integers(0, 99), st.integers(0, 99)), max_size=3)
"""Up to three events: before the order of this number, by place among the offers and by size."""


@pytest.mark.parametrize("bot", ["random", "naive", "strong"])
@tried(max_examples=10, deadline=None)
@given(events=SOME, scenario=st.sampled_from(SHIPPED))
def test_with_events_in_any_place_nothing_falls_below_zero_and_the_books_hold(bot, events, scenario):
    match = Played(scenario, bot, events, information="open")
    books = Books(ACCOUNTS, RULES.view(match.outcomes[0].state, None).terms)

    for outcome in match.outcomes:
        for event in outcome.events:
            books.add(event)
        shown = ACCOUNTS.shown(RULES.view(outcome.state, None))
        assert {key: books[key] for key in shown} == shown
        for stage in outcome.state.stages:
            assert min(stage.stock, stage.backlog, stage.cost, stage.waiting, *stage.transit, *stage.mail) >= 0
            assert len(stage.transit) == outcome.state.terms.shipping_delay
        assert from_json(to_json(outcome.state), RULES.state_type) == outcome.state
    assert tuple(stage.cost for stage in facts(match.scenario, match.options, match.records).stages) == (
        match.result.scores
    )


@tried(max_examples=40, deadline=None)
@given(events=SOME, scenario=st.sampled_from(SHIPPED))
def test_without_its_events_a_match_that_passes_orders_on_is_that_without_events(events, scenario):
    assert Played(scenario, events=events).without == Played(scenario).result


@pytest.mark.parametrize("bot", ["random", "naive", "strong"])
def test_a_match_without_events_has_the_same_result_without_them(bot):
    match = Played("random", bot)

    assert match.without == match.result


@pytest.mark.parametrize("bot", ["random", "naive"])
@tried(max_examples=15, deadline=None)
@given(by_hand=st.dictionaries(st.integers(0, 90), st.tuples(st.integers(0, 3), st.integers(1, 50)), max_size=4))
def test_costs_by_hand_are_taken_off_alone(bot, by_hand):
    events = {at: Brought("penalty", amount, seat) for at, (seat, amount) in by_hand.items()}
    match, plain = Played("classic", bot, events), Played("classic", bot)
    given_to = [sum(each.amount for each in events.values() if each.seat == seat) for seat in range(4)]

    assert match.result.scores == tuple(map(sum, zip(plain.result.scores, given_to, strict=True)))
    assert match.without == plain.result


def test_orders_that_answered_a_surge_are_taken_out_stage_by_stage():
    """The retailer orders 4 a week and never reacts. Without the surge of 8 it orders nothing for two weeks, so that
    as many pallets are in its stock and on their way in the end.
    """
    text = json.dumps(json.loads(GAME.scenarios["short"]) | {"demand": {"pattern": [4]}, "weeks": 8})

    def ended(events):
        outcome = RULES.setup(scenario_of(text), Options(), 2, DRAWS)
        state, told = outcome.state, list(outcome.events)
        while not state.over:
            if state.week in events:
                outcome = bring(state, *events[state.week])
                state, told = outcome.state, [*told, *outcome.events]
            state, more = week(state, 4, 4)
            told += more
        return state, tuple(told)

    state, told = ended({2: ("surge", 8)})

    # Week 3 ships 12 of 16. The stock of 4 stays, and in a calm chain it stays at 12.
    assert RULES.result(state).scores == (2 * 12 + 6 * 4, 8 * 12)
    # Without: orders of weeks 3 and 4 are missing. So are deliveries of weeks 6 and 7 at the retailer. The factory is
    # asked for nothing in weeks 4 and 5, starts nothing then, and receives nothing in weeks 7 and 8.
    assert EVENTS.without(state, told).scores == (5 * 12 + 8 + 4 + 4, 3 * 12 + 16 + 20 + 20 + 16 + 12)


def test_an_unfinished_match_has_no_result_without_its_events():
    assert EVENTS.without(begun(), ()) is None


# Debrief, news and analysis

EVENTS_OF_ALL_KINDS = {
    0: Brought("surge", 8),
    4: Brought("strike", 1),
    9: Brought("penalty", 30, 1),
    14: Brought("bonus", 5, 0),
}


@pytest.fixture(scope="module")
def told():
    return Played("classic", "naive", EVENTS_OF_ALL_KINDS)


def test_facts_list_the_events_and_costs_include_those_by_hand(told):
    found = facts(told.scenario, told.options, told.records)

    assert found.brought == (
        EventFacts(1, "surge", 8),
        EventFacts(2, "strike", 1),
        EventFacts(3, "penalty", 30, 1),
        EventFacts(4, "bonus", 5, 0),
    )
    assert [stage.cost - sum(stage.costs) for stage in found.stages] == [-5, 30, 0, 0]
    assert from_json(to_json(found), type(found)) == found


def test_the_debrief_lists_all_events_and_a_stage_those_that_concern_it(told):
    found = facts(told.scenario, told.options, told.records)

    lines = DEBRIEF.context(told.scenario, found, ())["brought"]["lines"]

    assert lines == [
        "Week 1: Surge of demand. The building sites ask for 8 pallets more in the next week.",
        "Week 2: Transport strike. No delivery between stages arrives in the next week. It arrives one week later.",
        "Week 3: Penalty by hand. The cost of one stage, Wholesaler, rises by 30.",
        "Week 4: Bonus by hand. The cost of one stage, Retailer, falls by 5.",
    ]
    assert tables.seat_context(found, 0)["brought"]["lines"] == [*lines[:2], lines[3]]
    assert tables.seat_context(found, 3)["brought"]["lines"] == lines[:2]


def test_the_sheets_of_the_debrief_show_these_lines(told):
    found = facts(told.scenario, told.options, told.records)

    whole = render_to_string("beer_game/debrief/result.html", DEBRIEF.context(told.scenario, found, ()))
    own = render_to_string("beer_game/debrief/seat.html", {"own": DEBRIEF.seat_context(told.scenario, found, 1)})

    penalty = "<li>Week 3: Penalty by hand. The cost of one stage, Wholesaler, rises by 30.</li>"
    assert (whole.count("<h2>Brought by the facilitator</h2>"), whole.count(penalty)) == (1, 1)
    assert (own.count("<h3>Brought by the facilitator</h3>"), own.count(penalty)) == (1, 1)
    assert "Bonus by hand" not in own


def test_a_debrief_without_events_has_no_list_of_them():
    match = Played("short", "strong")
    found = facts(match.scenario, match.options, match.records)

    assert DEBRIEF.context(match.scenario, found, ())["brought"] is None
    assert tables.seat_context(found, 0)["brought"] is None


def test_a_penalty_makes_no_stage_dear():
    """The default orders leave all stages nearly equal. Only a penalty makes the factory stand out."""
    match = Played("short", events={at: Brought("penalty", 50, 1) for at in range(6)})
    found = facts(match.scenario, match.options, match.records)

    hits = {each.key for each in PATTERNS.look(Play(match.scenario, found, traced(match.records)))}

    assert found.stages[1].cost > 2 * found.stages[0].cost
    assert "dear_stage" not in hits


def test_a_dear_stage_is_named_without_the_costs_by_hand():
    outcome = RULES.setup(SCENARIO, Options(), 2, DRAWS)
    made = [Record(0, None, "", "rules", "", outcome.events)]
    outcome = bring(outcome.state, "penalty", 50, 0)
    made.append(Record(1, None, "event-1", "brought", "", outcome.events))
    for amount in WILD_FACTORY[1]:
        state = outcome.state
        for seat, pallets in enumerate((state.stages[0].incoming, amount)):
            outcome = RULES.apply(outcome.state, seat, f"week-{state.week}/order", Order(pallets), DRAWS)
            made.append(Record(len(made), seat, "", "player", "", outcome.events))

    play = Play(SCENARIO, facts(SCENARIO, Options(), made), traced(made))
    said = {each.key: each.hit.fact for each in PATTERNS.look(play)}

    assert said["dear_stage"] == "Factory paid 285 of the 372 that the chain cost without changes by hand."


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            [
                "Surge of demand. The building sites ask for 8 pallets more in the next week.",
                "Transport strike. No delivery between stages arrives in the next week. It arrives one week later.",
                "Penalty by hand. The cost of one stage, Wholesaler, rises by 30.",
                "Bonus by hand. The cost of one stage, Retailer, falls by 5.",
            ],
        ),
        (
            "fr",
            [
                "Hausse de la demande. Les chantiers demandent 8 palettes de plus la semaine prochaine.",
                "Grève des transports. Aucune livraison entre maillons n’arrive la semaine prochaine. Elle arrive une "
                "semaine plus tard.",
                "Pénalité décidée à la main. Le coût d’un maillon, Grossiste, augmente de 30.",
                "Prime décidée à la main. Le coût d’un maillon, Négociant, baisse de 5.",
            ],
        ),
        (
            "es",
            [
                "Aumento de la demanda. Las obras piden 8 palés más la próxima semana.",
                "Huelga de transportes. La próxima semana no llega ninguna entrega entre eslabones. Llega una semana "
                "después.",
                "Penalización decidida a mano. El coste de un eslabón, Mayorista, sube 30.",
                "Prima decidida a mano. El coste de un eslabón, Minorista, baja 5.",
            ],
        ),
    ],
)
def test_the_log_says_each_event_in_each_language(told, language, said):
    brought = [event for event in told.events if isinstance(event, Surged | Struck | CostChanged)]
    with translation.override(language):
        lines = [str(faces.get("beer_game").words.event(told.scenario, event).html) for event in brought]

    assert lines == said


def test_the_news_of_a_stage_have_a_card_for_each_event_that_it_may_know(told):
    face, seat = faces.get("beer_game"), 1
    happened = [
        Happened(event, number, event.turn, None, False)
        for number, outcome in enumerate(told.outcomes)
        for event in outcome.events
        if event.audience is None or seat in event.audience
    ]
    record = tuple(each.event for each in happened)
    scene = Scene(told.scenario, RULES.view(told.state, seat), seat, (), record, mine=(seat,))

    cards = [each for each in face.recap.cards(scene, happened) if each.label == "Brought by the facilitator"]

    assert [(each.title, each.turn, each.rule) for each in cards] == [
        ("Transport strike", 2, "rules#delays"),
        ("Penalty by hand", 3, "rules#cost"),
    ]
    assert [(change.label, change.after - change.before) for each in cards for change in each.changes] == [
        ("Your cost", 30)
    ]


def test_the_cost_is_explained_and_the_end_told_with_what_was_changed_by_hand(told):
    face = faces.get("beer_game")
    scene = Scene(told.scenario, RULES.view(told.state, 1), 1, (), told.events)

    explained = face.explain.number(scene, "points-1")

    assert [(term.words, term.amount) for term in explained.terms if "hand" in term.words] == [("Penalty by hand", 30)]
    assert sum(term.amount for term in explained.terms) == explained.total == told.result.scores[1]
    assert "Changed by the facilitator: 25." in face.words.ending(scene, told.result)


def test_the_analysis_judges_orders_alone_and_another_order_goes_on_with_the_same_events(told):
    match = told.match
    spotted = ANALYST.spot(match.steps()[0])
    orders = [place for place, (seat, _key, _move) in enumerate(match.moves, start=1) if seat is not None]
    assert [each.number for each in spotted] == orders

    found = reckon(match, SEED, playouts=4)
    assert {each.number for each in found.weighing.decisions} <= set(orders)

    same = decided_otherwise(match, spotted[5], spotted[5].intent)
    other = decided_otherwise(match, spotted[5], ANALYST.numbered(spotted[5], 40))
    events = [move for seat, _key, move in match.moves if seat is None]
    assert (same.moves, same.scores) == (match.moves, told.result.scores)
    assert [move for seat, _key, move in other.moves if seat is None] == events
    assert other.moves != match.moves
