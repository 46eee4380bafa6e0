"""The facilitator's events in UTBohème: what each one does, the words, and the result without them."""

from collections import Counter

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalogue.utboheme.analysis import ANALYST
from games.catalogue.utboheme.analysis.income import throws
from games.catalogue.utboheme.debrief import DEBRIEF
from games.catalogue.utboheme.debrief.patterns import PATTERNS
from games.catalogue.utboheme.face import FACE
from games.catalogue.utboheme.facts import facts
from games.catalogue.utboheme.game import GAME
from games.catalogue.utboheme.rules.accounts import ACCOUNTS, EVERYBODY, Terms
from games.catalogue.utboheme.rules.board import dots, layout
from games.catalogue.utboheme.rules.events import GiftReceived, RobberSent
from games.catalogue.utboheme.rules.facilitation import DEARTHS, EVENTS, GIFTS, best_hexagon
from games.catalogue.utboheme.rules.moves import Roll
from games.catalogue.utboheme.rules.resources import RESOURCES
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.scoring import points_of
from games.catalogue.utboheme.rules.turn import due
from games.catalogue.utboheme.rules.types import Options
from games.engine.analysis import decided_otherwise, reckon
from games.engine.facilitation import Brought, offers_of
from games.engine.ledger import Books
from tests.games.catalogue.utboheme.pattern_facts import D, logged, play_of, player, seats
from tests.games.catalogue.utboheme.table import BOARD, CLASSIC, SHAPE, cards, raises_illegal, started, utb
from tests.games.eventful import PLANS, check_open, check_replay, eventful
from tests.recaps import cards_after, rows

COFFEE = RESOURCES.index("coffee")
THROWS = Counter(one + other for one in range(1, 7) for other in range(1, 7))
"""The number of the 36 throws with each sum."""


def offered(table):
    """The events that can be brought, by key and seat, with their greatest amounts."""
    return {(offer.key, offer.seat): offer.high for offer in offers_of(RULES, table.state)}


def hexagons(resource):
    """The hexagons of a resource, the one of most dots first."""
    found = [number for number, name in enumerate(BOARD.resources) if name == resource]
    return sorted(found, key=lambda number: -dots(BOARD.tokens[number]))


def inland(hexagon):
    """A crossing of a hexagon that touches no other one of the same resource."""
    same = {number for number, name in enumerate(BOARD.resources) if name == BOARD.resources[hexagon]}
    return next(each for each in SHAPE.crossings_of[hexagon] if set(SHAPE.hexagons_at[each]) & same == {hexagon})


def test_a_gift_gives_every_player_the_same_cards_of_the_bank():
    before = utb(hands={0: "1 beer", 2: "3 coffee"})

    after = before.bring("gift_coffee", 2)

    assert [after.hand(seat) for seat in range(4)] == ["1 beer 2 coffee", "2 coffee", "5 coffee", "2 coffee"]
    assert after.state.bank[COFFEE] == before.state.bank[COFFEE] - 8
    assert after.events == tuple(GiftReceived("gift_coffee", cards("2 coffee"), turn=9, seat=seat) for seat in range(4))
    assert RULES.prompts(after.state) == RULES.prompts(before.state)


def test_a_gift_is_no_more_than_the_bank_has_for_all():
    poor = utb(bank="19 beer 7 coffee 3 course")

    assert {key: high for (key, seat), high in offered(poor).items() if key in GIFTS} == {
        "gift_beer": 2,
        "gift_coffee": 1,
    }
    with raises_illegal("amount_out_of_range", amount=2, low=1, high=1):
        poor.bring("gift_coffee", 2)
    with raises_illegal("no_such_event", event="gift_course"):
        poor.bring("gift_course", 1)


def test_a_bad_harvest_sends_the_robber_to_the_hexagon_that_brings_most_and_robs_nobody():
    best, second, *_others = hexagons("coffee")
    table = utb(upgraded={1: [inland(best)]}, uv={2: [inland(second)]}, hands={1: "3 food"})
    assert best_hexagon(table.state, COFFEE) == best

    sent = table.bring("dearth_coffee", 1)
    again = sent.bring("dearth_coffee", 1)

    assert sent.events == (RobberSent("dearth_coffee", best, table.state.robber, turn=9),)
    assert (sent.state.robber, again.state.robber) == (best, second)
    assert sent.state.hands == table.state.hands
    assert RULES.prompts(sent.state) == RULES.prompts(table.state)


def test_a_hexagon_is_worth_the_cards_of_its_throws_and_one_without_pieces_is_not_struck():
    best, second, *_others = hexagons("coffee")
    assert dots(BOARD.tokens[best]) < 2 * dots(BOARD.tokens[second])
    near = [inland(second)]

    assert best_hexagon(utb(uv={0: [inland(best)]}, upgraded={1: near}).state, COFFEE) == second
    assert best_hexagon(utb().state, COFFEE) is None
    assert not {key for key, _seat in offered(utb())} & set(DEARTHS)


def test_the_struck_hexagon_gives_nothing():
    best = hexagons("coffee")[0]
    token = BOARD.tokens[best]
    one = next(die for die in range(1, 7) if 1 <= token - die <= 6)
    table = utb(stage="roll", uv={0: [inland(best)]}).bring("dearth_coffee", 1)

    after = table.play(Roll(), die_1=one - 1, die_2=token - one - 1)

    assert "coffee" not in after.hand(0)


def test_a_scholarship_is_a_card_of_each_resource_for_one_player():
    before = utb(hands={1: "1 food"})

    after = before.bring("scholarship", 1, to=1)

    assert [after.hand(seat) for seat in (0, 1)] == ["", "1 beer 1 sleep 1 coffee 1 course 2 food"]
    assert after.events == (GiftReceived("scholarship", (1, 1, 1, 1, 1), turn=9, seat=1),)
    assert ("scholarship", 1) not in offered(utb(bank="19 beer 19 sleep 19 coffee 19 course"))


@pytest.mark.parametrize("table", [started(), utb(stage="discard", owing=(0,), hands={0: "9 beer"})])
def test_no_event_comes_in_the_foundation_or_while_cards_are_discarded(table):
    assert offered(table) == {}


@pytest.mark.parametrize("stage", ["roll", "act", "robber", "roads"])
def test_events_come_in_every_other_stage_of_a_turn(stage):
    table = utb(stage=stage, uv={0: [inland(hexagons(name)[0]) for name in RESOURCES]})

    assert {key for key, _seat in offered(table)} == {*GIFTS, *DEARTHS, "scholarship"}


def settle(state):
    """Check that no card is lost and no hand or bank is below zero."""
    for index in range(5):
        held = [hand[index] for hand in state.hands]
        assert state.bank[index] + sum(held) == state.figures.bank
        assert min(state.bank[index], *held) >= 0


@settings(max_examples=15, deadline=None)
@given(plan=PLANS, seed=st.integers(0, 200), free=st.booleans())
def test_matches_with_any_events_keep_the_laws(plan, seed, free):
    options = Options(phases="free" if free else "strict", max_rounds=6, auto_roll=not free)
    found = eventful(GAME, CLASSIC, options, 4, plan, seed)

    for move in found.moves:
        settle(move.after)
    for move in found.brought:
        before, after = move.before, move.after
        assert [points_of(after, seat) for seat in range(4)] == [points_of(before, seat) for seat in range(4)]
        assert (after.turn, after.step, after.stage, after.offers) == (
            before.turn,
            before.step,
            before.stage,
            before.offers,
        )
        assert (after.robber != before.robber) == (move.move.event in DEARTHS)
        assert all(event.audience is None for event in move.events)
    assert EVENTS.without(found.end, found.told) == RULES.result(found.end)
    check_open(found)
    check_replay(found)
    check_books(found)


def check_books(found):
    """Check that facts and accounts have the hands and the points of the last state."""
    table = facts(CLASSIC, found.match.options, found.records())
    given = [event for event in found.told if isinstance(event, GiftReceived)]
    assert tuple(each.hand for each in table.seats) == found.end.hands
    assert [each.points for each in table.seats] == list(RULES.result(found.end).scores)
    assert [each.gifts for each in table.seats] == [
        sum(sum(event.cards) for event in given if event.seat == seat) for seat in range(4)
    ]
    assert all(0 <= each.blocked_by_event <= each.blocked for each in table.seats)
    books = Books(ACCOUNTS, Terms(found.end.figures, EVERYBODY))
    for event in found.told:
        books.add(event)
    for seat, hand in enumerate(found.end.hands):
        assert books["cards", seat] == sum(hand)
        assert tuple(books[name, seat] for name in RESOURCES) == hand


def test_the_best_hexagon_is_found_by_adding_up_what_each_throw_would_bring():
    found = eventful(GAME, CLASSIC, Options(max_rounds=6), 4, (), seed=5)
    for move in found.moves[:: len(found.moves) // 12]:
        state = move.after
        for resource in range(5):
            brings = {
                number: THROWS[state.board.tokens[number]] * sum(due(state, layout(state.board), number))
                for number, name in enumerate(state.board.resources)
                if name == RESOURCES[resource] and number != state.robber
            }
            best = best_hexagon(state, resource)
            assert max(brings.values(), default=0) == (0 if best is None else brings[best])


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            [
                "Gets <b>2 coffees</b> from the bank (coffee for everybody).",
                'The binôme glandeur goes to hexagon <b data-u-at="hexagon-4">5</b> (bad harvest of beer). '
                "He robs nobody.",
            ],
        ),
        (
            "fr",
            [
                "Reçoit <b>2 cafés</b> de la banque (café pour tout le monde).",
                'Le binôme glandeur va sur l’hexagone <b data-u-at="hexagon-4">5</b> (mauvaise récolte, bière). '
                "Il ne vole personne.",
            ],
        ),
    ],
)
def test_events_in_the_log(language, words):
    told = (
        GiftReceived("gift_coffee", cards("2 coffee"), turn=9, seat=0),
        RobberSent("dearth_beer", 4, 2, turn=9),
    )
    with translation.override(language):
        assert [FACE.words.event(CLASSIC, event).html for event in told] == words


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_every_event_has_a_title_a_unit_and_an_effect(language):
    with translation.override(language):
        part = FACE.facilitation
        effects = [part.effect(CLASSIC, Brought(key, 1, 1 if key == "scholarship" else None)) for key in part.titles()]

        assert list(part.titles()) == [*GIFTS, *DEARTHS, "scholarship"] == list(part.units)
        assert len(set(effects)) == len(effects)
        assert not any("%" in text for text in (*effects, *part.titles().values()))


def test_titles_and_effects_in_english():
    titles, effect = FACE.facilitation.titles(), FACE.facilitation.effect

    assert [titles[key] for key in ("gift_course", "dearth_food", "scholarship")] == [
        "Course material for everybody",
        "Bad harvest of food",
        "Scholarship",
    ]
    assert [
        effect(CLASSIC, Brought("gift_beer", 2)),
        effect(CLASSIC, Brought("dearth_food", 1)),
        effect(CLASSIC, Brought("scholarship", 1, 2)),
    ] == [
        "Each player gets 2 beers from the bank at once.",
        "The binôme glandeur goes to the hexagon that brings the players most of: food. "
        "If he is there already, he goes to the next best one. He robs nobody.",
        "Player C gets one card of each resource from the bank at once.",
    ]


def test_an_event_is_one_card_of_the_news_with_its_effects_on_all():
    best = hexagons("coffee")[0]
    given = utb(players=2, two_players=True).bring("gift_food", 1)
    sent = utb(uv={0: [inland(best)]}).bring("dearth_coffee", 1)

    (gift,), (dearth,) = (cards_after(FACE, CLASSIC, after.state, after.events, 1) for after in (given, sent))

    assert (gift.label, gift.title, gift.weight) == ("Brought by the facilitator", "Food for everybody", "news")
    assert gift.words == (
        "Player A: gets <b>1 food</b> from the bank (food for everybody). "
        "Player B: gets <b>1 food</b> from the bank (food for everybody)."
    )
    assert rows(gift) == [("Your cards: food", 0, 1), ("Cards: Player A", 0, 1)]
    assert (dearth.title, dearth.label) == ("Bad harvest of coffee", "Brought by the facilitator")
    assert "He robs nobody." in dearth.words


def test_the_debrief_counts_gifts_in_a_column_of_their_own():
    found = eventful(GAME, CLASSIC, Options(max_rounds=3), 4, ((0, 2, 1), (5, 0, 0)), seed=2)
    table = facts(CLASSIC, found.match.options, found.records())

    assert [each.gifts for each in table.seats] == [3] * 4
    context = DEBRIEF.context(CLASSIC, table, [""] * 4)
    assert context["has_gifts"] is True
    assert DEBRIEF.seat_context(CLASSIC, table, 0)["gifts"] == "Events of the facilitator brought you 3 cards besides."
    plain = facts(CLASSIC, found.match.options, eventful(GAME, CLASSIC, Options(max_rounds=1), 4, ()).records())
    assert DEBRIEF.context(CLASSIC, plain, [""] * 4)["has_gifts"] is False
    assert DEBRIEF.seat_context(CLASSIC, plain, 0)["gifts"] == ""


def withheld(turn, due):
    """Income that the robber keeps back."""
    return logged("harvested", turn, hexagon=4, resource="beer", due=due, got=[0, 0, 0, 0], why="robber")


def test_cards_withheld_where_an_event_sent_the_robber_are_no_fault_of_the_players():
    """Three cards are withheld from D: two where an event sent the robber, one where a player did."""
    said = (
        logged("robber_sent", 3, None, event="dearth_beer", hexagon=4, before=9),
        withheld(4, [0, 0, 0, 2]),
        logged("robber_moved", 5, 0, hexagon=2, before=4, why="ancien", victim=None),
        withheld(6, [0, 0, 0, 1]),
    )
    play = play_of(*said, seats=seats(player(D, blocked=3, blocked_by_event=2)))

    hit = next(each for each in PATTERNS.look(play) if each.key == "robber_cost").hit

    assert hit.fact.startswith("The binôme glandeur cost Player D 1 card.")
    cited = [play.trace.events[place] for place in hit.events]
    assert [(event.kind, event.turn) for event in cited] == [("harvested", 6)]


BROUGHT = ((0, 2, 1), (9, 0, 0), (9, 7, 0))


def test_the_analysis_weighs_decisions_and_leaves_events_out():
    found = eventful(GAME, CLASSIC, Options(max_rounds=2), 4, BROUGHT, seed=1, bot="greedy")
    numbers = {number for number, move in enumerate(found.moves, start=1) if move.is_brought}

    assert len(numbers) == 3
    assert not numbers & {each.number for each in ANALYST.spot(found.match.steps()[0])}
    thrown = [each.number for each in throws(found.match)]
    assert not numbers & set(thrown)
    assert len(thrown) == 8
    told = reckon(found.match, bytes(32), playouts=4)
    assert [account.turns for account in told.accounts] == [8] * 4


def test_a_decision_made_otherwise_goes_on_with_the_same_events():
    match = eventful(GAME, CLASSIC, Options(max_rounds=2), 4, BROUGHT, seed=1, bot="greedy").match
    steps = match.steps()[0]
    spotted = next(each for each in ANALYST.spot(steps) if steps[each.at - 1].before.turn)
    other = ANALYST.alternatives(steps[spotted.at - 1].before, spotted)[0]

    same, changed = (decided_otherwise(match, spotted, intent) for intent in (spotted.intent, other))

    assert same.moves == match.moves
    events = [move for seat, _key, move in match.moves if seat is None]
    kept = [move for seat, _key, move in changed.moves if seat is None]
    assert kept == [event for event in events if event in kept]
    assert kept


@pytest.mark.parametrize(("language", "column"), [("en", ">Gifts<"), ("fr", ">Cadeaux<"), ("es", ">Regalos<")])
def test_the_sheets_of_a_match_with_gifts_have_their_column(language, column):
    matches = [eventful(GAME, CLASSIC, Options(max_rounds=2), 4, plan, seed=1) for plan in (BROUGHT, ())]
    with translation.override(language):
        tables = [facts(CLASSIC, found.match.options, found.records()) for found in matches]
        sheets = []
        for table in tables:
            charts = {each.name: {"chart": each, "svg": ""} for each in DEBRIEF.charts(CLASSIC, table)}
            context = {**DEBRIEF.context(CLASSIC, table, [""] * 4), "charts": charts}
            sheets.append(render_to_string("utboheme/debrief/dice.html", context))
        own = [
            render_to_string(DEBRIEF.seat_sheet, {"own": DEBRIEF.seat_context(CLASSIC, table, 0)}) for table in tables
        ]

    assert [column in sheet for sheet in sheets] == [True, False]
    assert "%(" not in "".join((*sheets, *own))
