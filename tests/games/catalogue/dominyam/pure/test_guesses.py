"""Chances: guessed before a throw and shown after it, with a calibration in the debrief; or always shown, or never."""

from fractions import Fraction
from itertools import product

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.catalogue.dominyam import names
from games.catalogue.dominyam.bots import BOTS
from games.catalogue.dominyam.debrief import DEBRIEF, calibration
from games.catalogue.dominyam.debrief.patterns import PATTERNS, Play
from games.catalogue.dominyam.face import guessing
from games.catalogue.dominyam.face.deciding import chance_from
from games.catalogue.dominyam.facts import facts
from games.catalogue.dominyam.facts.tables import GuessFacts
from games.catalogue.dominyam.game import GAME
from games.catalogue.dominyam.rules.events import Guessed, Rolled
from games.catalogue.dominyam.rules.moves import Reroll
from games.catalogue.dominyam.rules.rules import RULES
from games.catalogue.dominyam.rules.types import Guess, Options
from games.engine.codec import state_hash, to_json
from games.engine.draws import FastDraws
from games.engine.playout import playout
from games.engine.record import Record
from games.ui.patterns import Trace
from tests.every_game import played as played_setting
from tests.games.catalogue.dominyam.table import dominyam, raises_illegal

LYING = {1: (6, 2), 2: (3, 4)}
AIM = (1, 2)


def turn(**more):
    """The dice 3 1 4 6 5 before the dominoes 6-2 and 3-4, which lack a 2; keeping 3, 4 and 6."""
    return dominyam(turn=8, dice=(3, 1, 4, 6, 5), lying=LYING, chances="guess", **more)


def by_hand(throws):
    """The chance that one of two dice shows a 2 in so many throws, counted over all results."""
    misses = sum(2 not in pair for pair in product(range(1, 7), repeat=2))
    return 1 - Fraction(misses, 36) ** throws


@pytest.mark.parametrize(("roll", "throws"), [(1, 2), (2, 1)])
def test_the_exact_chance_is_that_of_a_count_by_hand(roll, throws):
    after = turn(roll=roll).play(Reroll((2, 5), AIM, 40), then=(1, 1))
    guessed = next(event for event in after.events if isinstance(event, Guessed))

    assert (guessed.throws, guessed.kept, guessed.percent) == (throws, (3, 4, 6), 40)
    assert guessed.exact == round(1000 * by_hand(throws))
    assert [type(event) for event in after.events] == [Guessed, Rolled]


def test_a_guess_is_made_before_the_throw_and_of_a_meal_that_can_come():
    with raises_illegal("guess_first"):
        turn().play(Reroll((2, 5)))
    with raises_illegal("guess_first"):
        turn().play(Reroll((2, 5), AIM))
    with raises_illegal("no_such_aim", first=1, second=28):
        turn().play(Reroll((2, 5), (1, 28), 40))
    with raises_illegal("nothing_to_guess"):
        turn().play(Reroll((), AIM, 40))
    with raises_illegal("nothing_to_guess"):
        dominyam(turn=8, lying=LYING).play(Reroll((2, 5), AIM, 40))


def test_guesses_of_a_turn_are_revealed_and_gone_with_the_next():
    after = turn().play(Reroll((2, 5), AIM, 40), then=(1, 1))
    (guess,) = after.state.guesses

    assert (guess.percent, guess.exact) == (40, 518)
    assert RULES.view(after.state, 1).guesses == (guess,)
    assert not after.no_meal().state.guesses


def test_what_was_recorded_before_has_the_same_text_and_hash():
    state = played_setting("dominyam/difference", "greedy")[1][20].state

    assert state_hash(to_json(state)) == "36b04794457d5dabc811dbb136a35a18cc71074b48dc44790f1b4602ece7b371"
    assert to_json(Options()) == b'{"difference_points":false,"value_end":"high","stall_limit":8}'


def test_the_chance_that_is_shown_keeps_the_best_dice():
    shown = dominyam(turn=8, dice=(3, 1, 4, 6, 5), lying=LYING, chances="show")

    assert chance_from(RULES.view(shown.state, 0), AIM) == round(1000 * by_hand(2))


def told(strength="greedy", seed=3):
    scenario = RULES.load_scenario(GAME.scenarios["players_02"])
    options = Options(chances="guess")
    start = RULES.setup(scenario, options, 2, FastDraws(seed))
    records = [Record(0, None, "", "rules", "", start.events)]
    playout(
        RULES, start, [BOTS[strength](RULES)] * 2, FastDraws(seed), bot_draws=FastDraws(-seed),
        on_move=lambda m: records.append(Record(len(records), m.seat, m.key, "bot", "", m.events)),
    )  # fmt: skip
    return scenario, facts(scenario, options, records)


def guess(said, exact, came=False):
    return GuessFacts(2, ((6, 2), (3, 4)), (3, 4, 6), 1, said, exact, came)


def with_guesses(found, *guesses):
    """Facts in which the first player made these guesses, and the others none."""
    first, *others = found.turns
    turns = (replace(first, seat=0, guesses=guesses), *(replace(each, guesses=()) for each in others))
    return replace(found, turns=turns)


def test_calibration_is_that_of_a_count_by_hand():
    scenario, found = told()
    found = with_guesses(found, guess(700, 520, True), guess(400, 306), guess(600, 516, True), guess(100, 160))
    context = DEBRIEF.context(scenario, found, ["A", "B"])

    # Off by 180, 94, 84 and 60 thousandths: 104.5 on average; above by 298 in all: 74.5 on average.
    assert [(row["number"], row["off"], row["lean"]) for row in context["calibration_rows"]] == [
        (4, 10, "mostly too hopeful")
    ]
    assert [(row["band"], row["number"], row["exact"], row["came"]) for row in context["band_rows"]] == [
        ("0 to 20 %", 1, "16 %", 0),
        ("40 to 60 %", 1, "31 %", 0),
        ("60 to 80 %", 2, "52 %", 2),
    ]


def test_bots_guess_exactly_and_a_meal_that_came_is_told():
    _scenario, found = told()
    guesses = [each for _turn, each in calibration.guesses_of(found)]

    assert guesses
    assert all(abs(each.said - each.exact) <= 5 for each in guesses)
    assert any(each.came for each in guesses)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_sheet_of_guesses_is_written_in_both_languages(language):
    scenario, found = told("random")
    with translation.override(language):
        text = render_to_string("dominyam/debrief/guesses.html", DEBRIEF.context(scenario, found, ["A", "B"]))

    assert text.count("<tr>") > 6
    assert " style=" not in text


def test_there_are_talking_points_of_many_kinds():
    keys = set()
    for seed in range(6):
        for strength in ("greedy", "random"):
            _scenario, found = told(strength, seed)
            hits = PATTERNS.look(Play(found, Trace(roles=("Player A", "Player B"))))
            assert all(hit.hit.fact and hit.hit.ask and 0 <= hit.hit.weight <= 100 for hit in hits)
            keys |= {hit.key for hit in hits}

    assert len(PATTERNS.patterns) >= 12
    assert {"gave_away", "luck_of_dice", "hopeful", "worst_guess", "chance_elsewhere"} <= keys


def test_the_exact_chance_is_told_step_by_step():
    pair = LYING[1], LYING[2]

    assert guessing.steps(Guess(AIM, (3, 4, 6), 2, 40, 518), pair) == [
        "The next throw, of 2 dice, has 36 results; 11 of them bring the meal: 31 %.",
        "In the other 25, one more throw with the best dice kept brings it in 31 % on average.",
        "Both throws together: 52 %.",
    ]
    assert guessing.steps(Guess(AIM, (3, 4, 6, 6), 1, 40, 167), pair) == [
        "The next throw, of 1 die, has 6 results; 1 of them bring the meal: 17 %."
    ]
    assert guessing.steps(Guess(AIM, (2, 3, 4, 6), 2, 40, 1000), pair) == [
        "The next throw, of 1 die, has 6 results; 6 of them bring the meal: 100 %."
    ]


def test_own_guesses_so_far_are_those_of_a_count_by_hand():
    def guessed(seat, percent, exact):
        return Guessed(
            turn=1, seat=seat, places=AIM, dominoes=((6, 2), (3, 4)), kept=(), throws=1, percent=percent, exact=exact
        )

    # Off by 18, 9.4 and 6 points: 11.1 on average; above by 18 + 9.4 - 6: 7.1 on average.
    record = [guessed(0, 70, 520), guessed(1, 100, 0), guessed(0, 40, 306), guessed(0, 10, 160)]

    assert (
        guessing.so_far(record, 0) == "Your 3 guesses so far: 11 percentage points off on average, mostly too hopeful."
    )
    assert guessing.so_far(record, 1) == "Your guess so far: 100 percentage points off."
    assert guessing.so_far(record, None) == guessing.so_far([], 0) == ""


@pytest.mark.parametrize(
    ("thousandths", "words"),
    [(0, "0 %"), (4, "under 1 %"), (644, "64 %"), (645, "65 %"), (655, "66 %"), (665, "67 %"), (996, "over 99 %")],
)
def test_a_chance_is_rounded_to_the_nearest_percent_halves_upwards(thousandths, words):
    assert names.percent(thousandths) == words


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 1000)), min_size=2, max_size=9))
def test_the_table_and_the_debrief_say_alike_how_far_guesses_are_off(pairs):
    said = [
        Guessed(turn=1, seat=0, audience=None, places=AIM, dominoes=((6, 2), (3, 4)), kept=(), throws=1,
                percent=5 * percent, exact=exact)
        for percent, exact in pairs
    ]  # fmt: skip
    own = [guess(50 * percent, exact) for percent, exact in pairs]

    off = calibration.off(calibration.gaps(own))

    assert f"{off} percentage points off on average" in guessing.so_far(said, 0)
    assert 1000 * off <= 100 * sum(abs(each.said - each.exact) for each in own) / len(own) + 500
