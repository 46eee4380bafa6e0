"""Luck, choices and forecasts of UTBohème."""

from functools import partial

import pytest
from django.utils import translation

from games.catalogue.utboheme.analysis import ANALYST
from games.catalogue.utboheme.analysis.courses import Course, chance_after, chances
from games.catalogue.utboheme.analysis.income import THROWS, brings, expected, throws
from games.catalogue.utboheme.analysis.ways import after, way
from games.catalogue.utboheme.analysis_words import WORDS
from games.catalogue.utboheme.bots.kernel import Kernel
from games.catalogue.utboheme.bots.sight import imagined
from games.catalogue.utboheme.game import GAME
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.board import dots, layout
from games.catalogue.utboheme.rules.events import Harvested
from games.catalogue.utboheme.rules.prompts import open_prompts
from games.catalogue.utboheme.rules.types import Options, State
from games.catalogue.utboheme.rules.view import view_of
from games.engine.analysis import Match, decided_otherwise, reckon
from games.engine.analysis.played import Fresh, Step
from games.engine.draws import FastDraws, LabelledDraws, derive
from games.engine.playout import playout
from games.engine.replay import SeedFrom, seed_at
from games.engine.types import Outcome

SEED = bytes(range(32))


def match_of(strengths, rounds):
    """A match of three bots for so many rounds."""
    rules, moves, options = GAME.rules, [], Options(max_rounds=rounds)
    loaded, draws = rules.load_scenario(GAME.scenarios["three"]), LabelledDraws(SEED)
    playout(
        rules,
        rules.setup(loaded, options, len(strengths), draws),
        [GAME.bot(strength) for strength in strengths],
        draws,
        bot_draws=Fresh(derive(SEED, "bots")),
        on_move=lambda played: moves.append((played.seat, played.key, played.move)),
    )
    return Match(GAME, loaded, options, len(strengths), (SeedFrom(0, SEED.hex()),), tuple(moves))


@pytest.fixture(scope="module")
def short():
    """A match of two rounds of three players."""
    return match_of(["greedy", "random", "greedy"], 2)


@pytest.fixture(scope="module")
def found(short):
    return reckon(short, SEED, playouts=4)


def kernel(state):
    return Kernel(state, lambda: 0.0)


def cards_told(match):
    """The cards from throws by turn and seat, by the rules' own events."""
    found = {}
    for step in match.steps()[0]:
        draws = LabelledDraws(seed_at(match.seeds, step.number))
        outcome: Outcome = GAME.rules.apply(step.before, step.seat, step.key, step.move, draws)
        for event in outcome.events:
            if isinstance(event, Harvested):
                for seat, got in enumerate(event.got):
                    found[event.turn, seat] = found.get((event.turn, seat), 0) + got
    return found


@pytest.mark.parametrize("strength", ["greedy", "random"])
def test_what_throws_brought_is_what_the_rules_gave(strength):
    match = match_of([strength] * 3, 12)

    found = {(each.turn, seat): got for each in throws(match) for seat, got in enumerate(each.came) if got}

    assert found == {place: got for place, got in cards_told(match).items() if got}


def test_every_turn_has_its_throw_also_within_plans(short):
    state, draws = short.steps()[0][0].before, LabelledDraws(SEED)
    moves = []
    while not moves or state.turn < 3:
        prompt = next(each for each in open_prompts(state) if not each.optional and not each.passive)
        move = GAME.rules.default(state, prompt.seat, prompt.key)
        if prompt.kind == "act":
            move = m.Plan((move,))
        moves.append((prompt.seat, prompt.key, move))
        state = GAME.rules.apply(state, prompt.seat, prompt.key, move, draws).state
    match = Match(GAME, short.scenario, short.options, 3, short.seeds, tuple(moves))

    assert [each.turn for each in throws(match)] == [1, 2, 3]


def test_an_expected_throw_is_the_mean_of_all_36(short):
    state: State = short.steps()[1]
    mean = [sum(times * brings(state, state.bank, total)[seat] for total, times in THROWS.items()) for seat in range(3)]

    assert [36 * each for each in expected(state, state.bank)] == pytest.approx(mean)
    assert sum(THROWS.values()) == 36


def test_a_place_counts_the_cards_of_36_throws_and_its_trade_zones(short):
    step: Step = short.steps()[0][0]
    table = layout(step.before.board)

    ways = ANALYST.alternatives(step.before, ANALYST.spot([step])[0])

    assert [each.dots for each in ways] == [
        sum(dots(table.token[hexagon]) for hexagon in table.hexagons_at[each.move.crossing]) for each in ways
    ]
    with_zones = {each.move.crossing for each in ways if each.zones}
    harbours = {crossing for harbour in step.before.board.harbours for crossing in harbour.crossings}
    assert with_zones == harbours & {each.move.crossing for each in ways}


def test_a_course_meets_the_same_dice_whatever_is_done(short):
    step = next(step for step in short.steps()[0] if step.before.stage == "act")
    courses = [Course.of(step.before, SEED) for _ in range(2)]
    courses[1].hands[step.seat] += 1

    for course in courses:
        course.end_turn()

    assert courses[0].dice == courses[1].dice


def test_chances_of_all_seats_are_one_and_the_winner_has_it(short):
    state = short.steps()[0][-1].before
    over = kernel(state)
    over.stage, over.winner = "over", 1

    assert sum(chances(kernel(state))) == pytest.approx(1)
    assert chances(over) == (0, 1, 0)


def test_a_decision_is_weighed_the_same_for_the_same_seed(short):
    step = next(step for step in short.steps()[0] if step.before.stage == "robber")

    one, other = (ANALYST.weigh(step, SEED, 4) for _ in range(2))

    assert one == other
    assert one is not None


def test_half_of_what_choices_differ_in_by_the_outlook_is_told(short):
    step = next(step for step in short.steps()[0] if step.before.stage == "robber")
    state, seat = step.before, step.seat
    seeds = [derive(SEED, f"seat-{seat}/{step.key}/{step.number}/{number}") for number in range(4)]

    weighed = ANALYST.weigh(step, SEED, 4)

    def by_outlook(intent):
        until = state.turn + ((seat - state.seat) % state.players or state.players)
        for luck in seeds:
            here = imagined(view_of(state, seat), FastDraws(int.from_bytes(luck[:8], "big")))
            then = after(here, seat, step.key, intent.move, LabelledDraws(luck))
            yield chance_after(then, seat, luck, until)

    made, *others = ([*by_outlook(intent)] for intent in weighed.intents)
    assert [each[1:] for each in weighed.samples[0]] == [(chance, points) for chance, points in made]
    for other, samples in zip(others, weighed.samples[1:], strict=True):
        for (mine, _points), (theirs, points), told in zip(made, other, samples, strict=True):
            assert told == pytest.approx((10_000 * (mine + theirs) / 2, (mine + theirs) / 2, points))
    assert others != []


def test_every_throw_is_counted_and_every_round_has_a_forecast(short, found):
    assert [each.turns for each in found.accounts] == [len(list(throws(short)))] * 3
    assert [each.turn for each in found.forecasts] == [1, 4]
    assert [sum(each.chances) for each in found.forecasts] == [pytest.approx(1)] * 2


def test_luck_is_exact(short, found):
    told = {seat: sum(each.came[seat] - each.expected[seat] for each in throws(short)) for seat in range(3)}
    assert [(each.luck.value / 100, each.luck.error) for each in found.accounts] == [
        (pytest.approx(told[seat]), 0) for seat in range(3)
    ]


@pytest.mark.parametrize(("language", "word"), [("en", "end the turn"), ("fr", "finir le tour")])
def test_every_choice_has_words(short, found, language, word):
    with translation.override(language):
        said = [
            WORDS.intent(short.scenario, each.topic, each.seat, option.intent)
            for each in found.weighing.decisions
            for option in each.options
        ]

    assert word in said
    assert [text for text in said if not text or "%(" in text] == []


def test_work_is_called_off_at_the_next_step(short):
    class Off(Exception):
        pass

    def off(share):
        raise Off

    with pytest.raises(Off):
        reckon(short, SEED, playouts=4, progress=off)


def test_each_choice_is_a_move_that_the_rules_allow_and_means_itself(short):
    for step in short.steps()[0]:
        for spotted in ANALYST.spot([step]):
            prompt = next(each for each in open_prompts(step.before) if (each.seat, each.key) == (step.seat, step.key))
            for intent in ANALYST.alternatives(step.before, spotted):
                assert after(step.before, step.seat, step.key, intent.move, LabelledDraws(SEED)) is not None
                assert way(step.before, step.seat, step.key, intent.move) == intent
            if not prompt.passive:
                assert ANALYST.carry_out(step.before, prompt, spotted.intent).move == step.move


def test_a_decision_taken_as_it_was_ends_the_same_and_another_one_plays_on(short):
    steps, last = short.steps()
    first = ANALYST.spot(steps)[0]
    other = ANALYST.alternatives(steps[0].before, first)[-1]

    same, changed = decided_otherwise(short, first, first.intent), decided_otherwise(short, first, other)

    assert (same.scores, same.moves) == (ANALYST.scores(last), short.moves)
    assert changed.moves[0][2] == other.move


def test_with_other_cards_in_hand_the_bot_decides(short):
    step = next(step for step in short.steps()[0] if step.before.stage == "act" and isinstance(step.move, m.EndTurn))
    prompt = next(each for each in open_prompts(step.before) if each.kind == "act")
    other = way(step.before, step.seat, step.key, m.EndTurn())
    decide = partial(ANALYST.carry_out, step.before, prompt)

    assert decide(other).repairs == ()
    assert decide(type(other)(m.EndTurn(), (9, 9, 9, 9, 9))).repairs == ("other_hand",)


def test_the_worst_place_of_the_island_is_a_mistake(short):
    step: Step = short.steps()[0][0]
    worst = min(ANALYST.alternatives(step.before, ANALYST.spot([step])[0]), key=lambda each: each.dots)

    choice = ANALYST.weigh(Step(1, step.seat, step.key, worst.move, step.before), SEED, 8)

    made, *others = [sum(worth[0] for worth in row) for row in choice.samples]
    assert made < max(others)
    assert choice.intents[choice.plain].dots == max(each.dots for each in choice.intents)


def test_of_a_decision_it_is_known_how_many_choices_were_open(short, found):
    first = found.weighing.decisions[0]
    open_then = ANALYST.alternatives(short.steps()[0][0].before, ANALYST.spot(short.steps()[0])[0])

    assert first.choices == 1 + len(open_then)
    assert len(first.options) <= 5
