"""The facilitator's events in Dominato: a check by everybody, points for a player, and the result without them."""

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import settings as tried
from hypothesis import strategies as st

from games.catalogue.dominato.analysis.analyst import ANALYST
from games.catalogue.dominato.debrief import DEBRIEF
from games.catalogue.dominato.face import FACE
from games.catalogue.dominato.face.aims import ENDING_KINDS
from games.catalogue.dominato.face.players import rows as player_rows
from games.catalogue.dominato.facts import facts
from games.catalogue.dominato.facts.tables import Facts
from games.catalogue.dominato.game import GAME
from games.catalogue.dominato.rules.events import CheckAsked, GameEnded, MatchEnded, PointsBrought
from games.catalogue.dominato.rules.facilitation import EVENTS
from games.catalogue.dominato.rules.moves import Place
from games.catalogue.dominato.rules.rules import RULES
from games.catalogue.dominato.rules.turn import points_of
from games.catalogue.dominato.rules.types import Options
from games.engine.analysis import Match, decided_otherwise
from games.engine.codec import from_json, read_options, to_json
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.facilitation import Brought, offers_of, played
from games.engine.record import Record
from games.engine.replay import SeedFrom, fold
from games.engine.types import Result
from games.ui.faces import Scene
from tests.games.catalogue.dominato.policies import Busy
from tests.games.catalogue.dominato.table import SCENARIOS, game, number_of, raises_illegal
from tests.recaps import cards_after, rows

HANDS = [(3, -1), (1, 1)], [(2, 0), (4, 0)], [(3, 0), (2, 2)]
AT = "2026-03-02T09:00:00+00:00"
VARIANTS = [Options(), *(read_options(text, Options) for text in GAME.variants.values())]


def laid(a=3, b=-1):
    """Player A has laid a tile whose lower square is -1, where 3 is needed; with (-1, 3) it is right."""
    return game(*HANDS, validation="challenge").place(0, 1, -4, "V", a, b)


def offered(position):
    return [(offer.key, offer.low, offer.high, offer.seat) for offer in offers_of(RULES, position.state)]


def test_everybody_checks_the_last_tile_before_the_game_goes_on():
    position = laid()
    assert position.asked == [(1, "play"), (2, "(claim)")]

    position.bring("check")

    assert position.did == (CheckAsked(turn=1, step=2, offender=0),)
    assert position.asked == [(1, "check"), (2, "check")]
    assert position.close(1).asked == [(2, "check")]
    assert position.close(2).asked == [(1, "play")]
    assert position.prompt(1, "play").key == "game-1/step-4/play"
    assert position.state.table == laid().state.table


def test_an_error_that_is_found_in_such_a_check_counts_like_any_other():
    position = laid().bring("check").claim(2, "check")

    assert position.asked == [(2, "give")]
    assert [len(hand) for hand in position.hands] == [2, 2, 2]
    assert len(position.state.table) == 1


def test_a_player_who_has_accepted_the_tile_is_not_asked_again():
    assert laid().close(2, "claim").bring("check").asked == [(1, "check")]


def test_a_check_is_offered_for_a_right_tile_as_for_a_wrong_one():
    assert offered(laid()) == offered(laid(-1, 3))
    assert ("check", 1, 1, None) in offered(laid(-1, 3))


def test_a_check_is_offered_only_where_somebody_could_claim_an_error():
    first = game(*HANDS, board=[], validation="challenge").place(0, 0, 0, "H", 3, -1)
    said = game(*HANDS, board=[], validation="challenge", say_first=True)
    said.play(0, "play", Place(number_of(3, -1), 0, 0, 2))
    nested = game(*HANDS, validation="challenge").place(0, 1, -2, "H", 3, -1)
    positions = (game(*HANDS).place(0, 1, -4, "V", -1, 3), first, nested, laid().claim(1), laid().bring("check"))

    assert [each.state.phase for each in positions] == ["play", "play", "check", "give", "check"]
    for position in positions:
        with raises_illegal("no_such_event", event="check"):
            position.bring("check")
    assert said.bring("check").asked == [(1, "check"), (2, "check")]


def test_points_are_added_and_taken_off_down_to_0():
    position = game(*HANDS)
    with raises_illegal("no_such_event", event="bonus"):
        position.bring("bonus", 1, to=1)

    position.bring("penalty", 3, to=1)

    assert position.did == (PointsBrought(turn=1, seat=1, amount=3, total=3),)
    assert points_of(position.state) == (0, 3, 0)
    with raises_illegal("amount_out_of_range", amount=4, low=1, high=3):
        position.bring("bonus", 4, to=1)
    assert points_of(position.bring("bonus", 3, to=1).state) == (0, 0, 0)
    assert position.did == (PointsBrought(turn=1, seat=1, amount=-3, total=0),)


def won(penalty):
    """A single game that Player A wins with these points added; Player B has two tiles left."""
    return game([(3, -1)], [(2, 0), (4, 0)]).bring("penalty", penalty, to=0).place(0, 1, -4, "V", -1, 3)


def test_points_count_in_the_result_and_are_taken_out_without_events():
    position = won(5)

    assert RULES.result(position.state) == Result((5, 2), (2, 1))
    assert position.did[-1] == MatchEnded(turn=1, totals=(5, 2))
    assert EVENTS.without(position.state, position.did) == Result((0, 2), (1, 2))


@pytest.mark.parametrize(
    ("penalty", "words"),
    [
        (1, "Player A won: no tile was left."),
        (5, "Player B has the fewest points, 2, and won 0 games of 1."),
    ],
)
def test_the_end_names_the_player_with_the_fewest_points(penalty, words):
    position = won(penalty)
    record = tuple(event for event in position.did if event.__struct_config__.tag in ENDING_KINDS)
    scene = Scene(SCENARIOS[2], RULES.view(position.state, None), None, (), record)

    assert FACE.words.ending(scene, RULES.result(position.state)) == words


def test_a_state_without_events_has_the_same_text_as_before():
    assert b"brought" not in to_json(game(*HANDS).state)
    assert b'"brought":[0,3,0]' in to_json(game(*HANDS).bring("penalty", 3, to=1).state)


def recorded(players, options, seed, chosen, bot=None, scenario=None):
    """A match of bots: its moves, the state at its end, and its events by move. `chosen(offers)` is the event before a
    move, or None.
    """
    scenario, bot = scenario or SCENARIOS[players], bot or Busy(RULES)
    draws, luck = LabelledDraws(bytes([seed + 1]) * 8), FastDraws(seed)
    outcome = RULES.setup(scenario, options, players, draws)
    state, events, moves = outcome.state, [outcome.events], []
    while prompts := RULES.prompts(state):
        event = chosen(offers_of(RULES, state))
        made = (None, f"event-{len(moves) + 1}", event)
        if event is None:
            answers = ((each, bot.answer(state, each, luck)) for each in reversed(prompts))
            prompt, move = next((each, move) for each, move in answers if move is not None)
            made = (prompt.seat, prompt.key, move)
        outcome = played(RULES, state, *made, draws)
        state = outcome.state
        moves.append(made)
        events.append(outcome.events)
    return tuple(moves), state, tuple(events)


def any_event(seed):
    """An event before one move in four."""
    chance = FastDraws(seed)

    def chosen(offers):
        if chance.below(4, "is there one?"):
            return None
        offer = offers[chance.below(len(offers), "which one?")]
        return Brought(offer.key, offer.low + chance.below(offer.high - offer.low + 1, "how much?"), offer.seat)

    return chosen


def no_event(offers):
    return None


def flat(events):
    return tuple(event for of_move in events for event in of_move)


@tried(max_examples=30, deadline=None)
@given(players=st.integers(2, 4), option=st.integers(0, len(VARIANTS) - 1), seed=st.integers(0, 99))
def test_with_events_in_any_place_no_tile_is_lost_and_no_total_falls_below_0(players, option, seed):
    options = VARIANTS[option]
    moves, end, events = recorded(players, options, seed, any_event(seed))

    steps = list(
        fold(RULES, SCENARIOS[players], options, players, (SeedFrom(0, (bytes([seed + 1]) * 8).hex()),), moves)
    )

    assert steps[-1].state == end
    assert tuple(step.events for step in steps) == events
    for step in steps:
        state = step.state
        there = [*(each.tile for each in state.table), *(tile for hand in state.hands for tile in hand), *state.aside]
        assert sorted(there) == list(range(len(state.deck.tiles)))
        assert min(points_of(state)) >= 0


@tried(max_examples=30, deadline=None)
@given(players=st.integers(2, 4), option=st.integers(0, len(VARIANTS) - 1), seed=st.integers(0, 99))
def test_without_events_the_result_is_that_of_the_games(players, option, seed):
    _moves, end, events = recorded(players, VARIANTS[option], seed, any_event(seed))
    of_games = [event.points for event in flat(events) if isinstance(event, GameEnded)]
    brought = [event for event in flat(events) if isinstance(event, PointsBrought)]

    without = EVENTS.without(end, flat(events))

    assert without.scores == tuple(map(sum, zip(*of_games, strict=True)))
    assert RULES.result(end).scores == tuple(
        points + sum(event.amount for event in brought if event.seat == seat)
        for seat, points in enumerate(without.scores)
    )


def test_the_same_match_without_events_has_the_result_without_them():
    """Points do not change what these bots decide."""

    def points(seed):
        chosen = any_event(seed)
        return lambda offers: chosen([offer for offer in offers if offer.seat is not None])

    for seed in range(6):
        _moves, end, events = recorded(3, Options(), seed, points(seed), GAME.bot("greedy"))
        _moves, plain, _events = recorded(3, Options(), seed, no_event, GAME.bot("greedy"))

        assert EVENTS.without(end, flat(events)) == RULES.result(plain)


def told(seed=2):
    """(facts, end, events) of a match with challenges and events."""
    options = Options(validation="challenge", games=2)
    _moves, end, events = recorded(3, options, seed, any_event(seed))
    records = [Record(n, None, "", "player", AT, of_move) for n, of_move in enumerate(events)]
    return facts(SCENARIOS[3], options, records), end, flat(events)


def test_facts_hold_the_points_brought():
    found, end, events = told()
    given = [event for event in events if isinstance(event, PointsBrought)]

    assert given
    assert any(isinstance(event, CheckAsked) for event in events)
    assert tuple(seat.points for seat in found.seats) == RULES.result(end).scores
    assert tuple(seat.place for seat in found.seats) == RULES.result(end).places
    assert [seat.brought for seat in found.seats] == [
        sum(event.amount for event in given if event.seat == seat) for seat in range(3)
    ]
    assert from_json(to_json(found), Facts) == found


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Brought by the facilitator: 5 points more for Player A."),
        ("fr", "Apporté par la personne qui anime\xa0: 5 points de plus pour Joueur A."),
        ("es", "Traído por quien dirige: 5 puntos más para Jugador A."),
    ],
)
def test_the_debrief_says_which_points_were_brought(language, words):
    start = game([(3, -1)], [(2, 0), (4, 0)])
    told = (*start.bring("penalty", 5, to=0).did, *start.place(0, 1, -4, "V", -1, 3).did)
    begun = RULES.setup(SCENARIOS[2], Options(games=1), 2, LabelledDraws(b"dominato")).events
    points = [event for event in told if isinstance(event, PointsBrought | GameEnded | MatchEnded)]
    records = [Record(0, None, "", "rules", AT, begun), Record(1, None, "", "brought", AT, tuple(points))]
    found = facts(SCENARIOS[2], Options(games=1), records)

    with translation.override(language):
        context = DEBRIEF.context(SCENARIOS[2], found, ["Nadia", "Paul"])

    assert context["lead"].endswith(words)
    assert [(seat.points, seat.brought) for seat in found.seats] == [(5, 5), (2, 0)]


LINES = {
    "en": (
        "Everybody checks: is the tile of Player A right?",
        "Points added: <b>3 points</b> more.",
        "Points taken off: <b>1 point</b> fewer.",
    ),
    "fr": (
        "Tout le monde vérifie\xa0: la tuile du joueur A est-elle juste\xa0?",
        "Points ajoutés\xa0: <b>3 points</b> de plus.",
        "Points retirés\xa0: <b>1 point</b> de moins.",
    ),
    "es": (
        "Todo el mundo comprueba: ¿es correcta la ficha del jugador A?",
        "Puntos añadidos: <b>3 puntos</b> más.",
        "Puntos quitados: <b>1 punto</b> menos.",
    ),
}


@pytest.mark.parametrize("language", LINES)
def test_the_log_says_what_was_brought(language):
    position = laid()
    events = (
        *position.bring("penalty", 3, to=1).did,
        *position.bring("bonus", 1, to=1).did,
        *position.bring("check").did,
    )

    with translation.override(language):
        added, off, check = (str(FACE.words.event(SCENARIOS[3], event).html) for event in events)

    assert (check, added, off) == LINES[language]


@pytest.mark.parametrize(
    ("language", "label", "titles", "figures"),
    [
        ("en", "Brought by the facilitator", ["Points added", "Everybody checks"], "Your points"),
        ("fr", "Apporté par la personne qui anime", ["Points ajoutés", "Tout le monde vérifie"], "Tes points"),
    ],
)
def test_the_news_have_a_card_for_each_event(language, label, titles, figures):
    position = laid()
    events = (*position.bring("penalty", 3, to=1).did, *position.bring("check").did)

    with translation.override(language):
        cards = cards_after(FACE, SCENARIOS[3], position.state, events, seat=1)

    assert [card.label for card in cards] == [label, label]
    assert [card.title for card in cards] == titles
    assert [rows(card) for card in cards] == [[(figures, 0, 3)], []]


def test_the_table_shows_points_brought_in_a_column_of_their_own():
    def shown(position):
        state = position.state
        return player_rows(Scene(SCENARIOS[3], RULES.view(state, 0), 0, RULES.prompts(state)))

    plain, given = shown(game(*HANDS)), shown(game(*HANDS).bring("penalty", 3, to=1))

    assert [(row.brought, row.total) for row in plain] == [(None, 0)] * 3
    assert [(row.brought, row.total) for row in given] == [("0", 0), ("+3", 3), ("0", 0)]


def test_the_leaders_points_count_what_was_brought():
    position = won(5)
    record = (PointsBrought(turn=1, seat=0, amount=5, total=5), *position.did)
    view = RULES.view(position.state, None)
    scene = Scene(SCENARIOS[2], view, None, (), tuple(e for e in record if isinstance(e, PointsBrought | GameEnded)))

    points = FACE.progress.current(scene, FACE.words.heading(SCENARIOS[2], view)).gauges[0]

    assert (points.value, points.series) == (2, (0, 2))


def test_the_explanation_of_points_names_the_event():
    position = won(5)
    record = (PointsBrought(turn=1, seat=0, amount=5, total=5), *position.did)
    scene = Scene(SCENARIOS[2], RULES.view(position.state, None), None, (), record)

    told = FACE.explain.number(scene, "points-0")

    assert [(str(term.words), term.amount) for term in told.terms] == [
        ("Points added, from the facilitator", 5),
        ("won the game", 0),
    ]
    assert told.total == 5


def test_events_are_no_decisions_of_the_analysis_and_stay_if_a_decision_is_made_otherwise():
    scenario, options = RULES.load_scenario(GAME.micro["four_tiles"]), Options(games=1)
    chosen = any_event(1)
    moves, _end, _events = recorded(
        scenario.players, options, 1, lambda offers: chosen([o for o in offers if o.key == "penalty"]),
        GAME.bot("greedy"), scenario,
    )  # fmt: skip
    seeds = (SeedFrom(0, (bytes([2]) * 8).hex()),)
    match = Match(GAME, scenario, options, scenario.players, seeds, moves)
    brought = [move for seat, _key, move in moves if seat is None]
    spotted = ANALYST.spot(match.steps()[0])

    same = decided_otherwise(match, spotted[0], spotted[0].intent)

    assert brought
    numbers = [number for number, (seat, *_made) in enumerate(moves, start=1) if seat is not None]
    assert [each.number for each in spotted] == numbers
    assert same.moves == moves
