"""Luck and decisions of Dominato: fitting tiles are exact, and later turns are played by fast games with the same
rules.
"""

import pytest
from msgspec import structs

from games.catalogue.dominato.analysis.analyst import ANALYST, deals, weighed
from games.catalogue.dominato.analysis.meant import SKIP, Lay, move_of, open_to
from games.catalogue.dominato.analysis.playing import Course
from games.catalogue.dominato.analysis.whole_games import lead_and_win, plain_game
from games.catalogue.dominato.analysis_words import WORDS
from games.catalogue.dominato.game import GAME
from games.catalogue.dominato.rules.links import links
from games.catalogue.dominato.rules.moves import Pass, Place
from games.catalogue.dominato.rules.places import places
from games.catalogue.dominato.rules.rules import RULES
from games.catalogue.dominato.rules.types import Options
from games.engine.analysis import Match, decided_otherwise, reckon, reckons
from games.engine.analysis.decisions import weighed as judging
from games.engine.analysis.played import Fresh, Step
from games.engine.codec import state_hash, to_json
from games.engine.draws import FastDraws, LabelledDraws, derive
from games.engine.playout import playout
from games.engine.replay import SeedFrom
from tests.games.catalogue.dominato.benchmarks.analysis import match_of as whole_match
from tests.games.catalogue.dominato.table import SCENARIOS, game, number_of

SEED = bytes(range(32))
NESTED = [(0, 0, "H", 1, 2), (1, 2, "H", 3, -1)]


def match_of(scenario, strengths, *, seed=SEED, **options):
    """A small match that bots played."""
    loaded, chosen, moves = RULES.load_scenario(GAME.micro[scenario]), Options(**options), []
    draws = LabelledDraws(seed)
    playout(
        RULES,
        RULES.setup(loaded, chosen, len(strengths), draws),
        [GAME.bot(strength) for strength in strengths],
        draws,
        bot_draws=Fresh(derive(seed, "bots")),
        on_move=lambda played: moves.append((played.seat, played.key, played.move)),
    )
    return Match(GAME, loaded, chosen, len(strengths), (SeedFrom(0, seed.hex()),), tuple(moves))


@pytest.fixture(scope="module")
def match():
    return match_of("aside", ["random", "greedy", "random"])


def choice_of(state, move, playouts=8):
    """The choice of the turn with this move."""
    (prompt,) = [each for each in RULES.prompts(state) if each.kind == "play"]
    (spotted,) = ANALYST.spot([Step(1, prompt.seat, prompt.key, move, state)])
    return weighed(state, spotted, SEED, playouts)


def in_words(choice):
    """Mean lead and share of wins by answer."""
    words = [WORDS.intent(None, "", 0, each) for each in choice.intents]
    means = [
        tuple(round(sum(column) / len(row), 6) for column in list(zip(*row, strict=True))[1:]) for row in choice.samples
    ]
    return dict(zip(words, [(lead, won) for won, lead in means], strict=True))


@pytest.mark.parametrize(("players", "incidental"), [(2, False), (3, True), (4, False)])
def test_a_fast_game_goes_as_the_rules_have_it(players, incidental):
    """Turn by turn the same placements are open, and the end is the same."""
    options = Options(games=1, incidental_contacts=incidental)
    draws, state = LabelledDraws(SEED), RULES.setup(SCENARIOS[players], options, players, LabelledDraws(SEED)).state
    course = Course(state)

    while state.phase != "over":
        hand = state.hands[state.seat]
        spots = [(each.x, each.y, each.way) for each in places(state.table, incidental)]
        found = {
            (spots[each.place], 2 * each.tile + each.turned, each.order)
            for each in links(state.deck, state.table, hand, options)
        }
        fast = {
            (spot, bit, order)
            for spot, (order, mask) in course.free.items()
            for bit in range(64)
            if mask & course.hands[state.seat] & 1 << bit
        }
        assert fast == found
        assert course.seat == state.seat
        if not found:
            move = Pass()
            course.skip()
        else:
            ordered = sorted(found)
            spot, bit, _order = ordered[draws.below(len(ordered), f"pick/{state.step}")]
            move = Place(bit // 2, spots.index(spot), bit % 2)
            course.lay(spot, bit)
        (prompt,) = RULES.prompts(state)
        state = RULES.apply(state, prompt.seat, prompt.key, move, draws).state

    assert course.points() == list(state.done[0].points)
    assert (course.winner, course.won_by) == (state.done[0].winner, state.done[0].how)


def test_a_game_played_out_ends_alike_for_the_same_luck():
    base = Course(RULES.setup(SCENARIOS[2], Options(games=1), 2, LabelledDraws(SEED)).state)
    ends = []
    for _time in range(2):
        course = base.copy()
        course.play_out(FastDraws(7))
        ends.append((course.points(), course.winner, len(course.table)))

    assert ends[0] == ends[1]
    assert len(base.table) == 0


def test_the_last_tile_wins_for_certain_and_what_it_is_worth_is_counted():
    """The other player holds three tiles, so the player of the last tile leads by three."""
    state = game([(3, -1)], [(4, 0), (0, 2), (1, 0)], free_pass=True).state

    found = in_words(choice_of(state, Pass()))

    lays = {words: worth for words, worth in found.items() if words != "pass"}
    assert set(lays.values()) == {(3.0, 1.0)}
    assert found["pass"][0] < 3


def test_a_pass_with_nothing_that_fits_is_no_choice():
    state = game([(4, -4)], [(3, -3)], validation="challenge", board=[(0, 0, "H", 1, 1)]).state

    assert open_to(state) == ()
    assert choice_of(state, Pass()) is None


def test_a_wrong_tile_is_no_decision_but_the_next_right_one_is():
    state = game([(4, -4), (3, -1)], [(3, -3)], validation="challenge").state
    (prompt,) = RULES.prompts(state)
    wrong = Step(1, 0, prompt.key, Place(number_of(4, -4), 0, 0), state)

    assert ANALYST.spot([wrong]) == ()


def test_tries_belong_to_the_turn_in_which_the_tile_is_laid():
    table = game([(4, -4), (3, -1)], [(3, -3)], tries=True)
    first = table.state
    (prompt,) = RULES.prompts(first)
    tried = Place(number_of(4, -4), 0, 0)
    table.play(0, "play", tried)
    (again,) = RULES.prompts(table.state)
    laid = move_of(first, open_to(first)[0])

    (spotted,) = ANALYST.spot([Step(1, 0, prompt.key, tried, first), Step(2, 0, again.key, laid, table.state)])

    assert (spotted.at, spotted.number, spotted.topic) == (1, 2, ANALYST.topic(prompt))
    assert again.key != prompt.key


def test_hands_that_nobody_sees_play_no_part():
    """Three players: exchanging the tiles of the two others changes no value."""
    state = RULES.setup(SCENARIOS[3], Options(games=1), 3, LabelledDraws(SEED)).state
    own, *others = [(state.seat + ahead) % 3 for ahead in range(3)]
    hands = list(state.hands)
    hands[others[0]], hands[others[1]] = hands[others[1]], hands[others[0]]
    move = move_of(state, open_to(state)[0])

    assert hands[own] == state.hands[own]
    assert choice_of(state, move, 4).samples == choice_of(structs.replace(state, hands=tuple(hands)), move, 4).samples


def test_each_choice_is_a_move_that_the_rules_allow_and_means_itself():
    state = game([(3, -1), (2, 1), (0, 3)], [(3, -3), (4, 0)], validation="challenge", say_first=True).state
    (prompt,) = RULES.prompts(state)

    for intent in open_to(state):
        carried = ANALYST.carry_out(state, prompt, intent)
        assert carried.repairs == ()
        (meant,) = ANALYST.spot([Step(1, 0, prompt.key, carried.move, state)])
        assert meant.intent == intent
        RULES.apply(state, 0, prompt.key, carried.move, LabelledDraws(SEED))
    assert SKIP in open_to(state)


def test_a_tile_that_is_gone_leaves_the_turn_to_the_bot():
    state = game([(3, -1)], [(3, -3)]).state
    (prompt,) = RULES.prompts(state)
    elsewhere = Lay(number_of(3, -3), 0, 0, "H", 3, -3, 0, ())

    carried = ANALYST.carry_out(state, prompt, elsewhere)

    assert carried.repairs == ("no_room",)
    RULES.apply(state, 0, prompt.key, carried.move, LabelledDraws(SEED))


def test_what_is_said_of_a_choice_names_the_tile_its_place_and_the_link():
    state = game([(3, -1)], [(3, -3)]).state

    words = [WORDS.intent(None, "", 0, each) for each in open_to(state)]

    assert "“red 3, green 1” above “red 1, red 2” (double link)" in words
    assert len(set(words)) == len(words)


@pytest.mark.parametrize(("number", "holds"), [(6, False), (23, True)])
def test_what_fast_games_suspect_is_told_only_as_far_as_better_players_find_it(number, holds):
    """Fast games call two turns a mistake of more than three points. A player who plans the next turn finds no loss in
    the first one.
    """
    table = ["random", "strong"]
    steps, _last = whole_match(table, derive(SEED, f"verdicts/{table}/0")).steps()
    spotted = next(each for each in ANALYST.spot(steps) if each.number == number)
    choice = weighed(steps[number - 1].before, spotted, derive(SEED, spotted.topic), 60)

    assert {len(row) for row in choice.samples} == {15}
    found = judging(spotted, 1, choice.intents, choice.samples, choice.plain).best.project
    assert (found.value - 2 * found.error > 200) == holds


def test_better_players_are_asked_about_a_game_in_which_nobody_is_wrong():
    """In these games no wrong tile is laid and none contested, and passing stays allowed, with any options of the
    match.
    """
    switches = {"validation": "challenge", "say_first": True, "bots_err": 50, "bots_overlook": 100, "games": 3}
    table = game([(3, -1), (2, 1), (0, 3)], [(3, -3), (4, 0)], **switches)
    here = plain_game(table.state, table.state.hands)
    worth = {each: lead_and_win(here, each, 3) for each in open_to(table.state)}

    assert SKIP in worth
    assert worth == {each: lead_and_win(here, each, 3) for each in worth}
    assert all(won == (lead > 0) for lead, won in worth.values())


def test_a_match_is_reckoned_alike_twice_and_every_deal_has_its_luck(match):
    found = reckon(match, SEED, playouts=4)

    assert reckons(ANALYST)
    assert found == reckon(match, SEED, playouts=4)
    assert [each.turns for each in found.accounts] == [3, 3, 3]
    assert sum(each.decisions for each in found.accounts) == len(found.weighing.decisions)
    assert max(len(each.options) for each in found.weighing.decisions) <= 8


def test_the_luck_of_a_deal_for_one_of_two_is_the_bad_luck_of_the_other():
    state = RULES.setup(SCENARIOS[2], Options(games=1), 2, LabelledDraws(SEED)).state

    first, second = deals(state, 1, SEED, 1)

    assert first.gains == tuple(-each for each in second.gains)
    assert len(first.gains) == 4


@pytest.mark.parametrize("options", [{}, {"validation": "challenge"}])
def test_a_turn_taken_as_it_was_ends_the_same_and_others_keep_their_places(options):
    """After another tile the later tiles of the record lie at the same places, although their numbers may change."""
    match = match_of("aside", ["random", "random", "greedy"], **options)
    steps, last = match.steps()
    befores = {step.number: step.before for step in steps}

    for spotted in ANALYST.spot(steps):
        same = decided_otherwise(match, spotted, spotted.intent)
        assert (same.moves, same.state_hash) == (match.moves, state_hash(to_json(last)))
        for other in ANALYST.alternatives(befores[spotted.at], spotted)[:2]:
            branch = decided_otherwise(match, spotted, other)
            meant = {
                each.topic: each.intent for each in ANALYST.spot(structs.replace(match, moves=branch.moves).steps()[0])
            }
            assert meant[spotted.topic] == other
