"""Whole games by bots, their limits, and counts of lines of play."""

import pytest
from msgspec.structs import replace

from games.engine import playout as module
from games.engine.bots import DefaultBot, RandomBot, SeatBot
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.perft import divide, perft
from games.engine.playout import playout
from games.engine.types import Outcome
from tests.games.engine.counting import RULES, Goal, Nothing, Say, Sums

START = RULES.setup(Goal(10), Nothing(), 2, FastDraws(1))


class Waiting(SeatBot):
    def move(self, view, prompt, draws):
        return None


class Three(SeatBot):
    def move(self, view, prompt, draws):
        return Say(3)


def end_with(*bots, on_move=None):
    return playout(RULES, START, bots, FastDraws(2), bot_draws=FastDraws(3), on_move=on_move)


def test_a_game_is_played_to_its_result():
    seen = []
    end = end_with(RandomBot(RULES), RandomBot(RULES), on_move=seen.append)

    assert sum(end.state.sums) >= 10
    assert (end.moves, end.result.scores, end.opening) == (len(seen), end.state.sums, ())
    assert seen[-1].state == end.state


def test_seat_bots_are_asked_with_their_view():
    assert end_with(Three(RULES), Three(RULES)).moves == 4


def test_default_bots_play_what_a_deadline_plays():
    seen = []
    end_with(DefaultBot(RULES), DefaultBot(RULES), on_move=seen.append)

    assert {played.move for played in seen} == {Say(1)}


def test_where_all_wait_the_first_that_owes_an_answer_gets_its_default():
    seen = []
    end_with(Waiting(RULES), Waiting(RULES), on_move=seen.append)

    assert [played.seat for played in seen[:4]] == [0, 1, 0, 1]
    assert {played.move for played in seen} == {Say(1)}


@pytest.mark.parametrize("bot", [RandomBot(RULES), DefaultBot(RULES)])
def test_bots_leave_optional_prompts_alone(bot):
    state = RULES.apply(START.state, 0, "turn-1/say", Say(2), FastDraws(1)).state
    optional, pending = RULES.prompts(state)

    assert bot.answer(state, optional, FastDraws(1)) is None
    assert type(bot.answer(state, pending, FastDraws(1))) is Say


def test_a_bot_that_does_not_say_how_it_moves_is_unfinished():
    with pytest.raises(NotImplementedError):
        SeatBot(RULES).answer(START.state, RULES.prompts(START.state)[0], FastDraws(1))


def test_a_round_stops_before_a_prompt_that_the_moves_so_far_may_have_closed(monkeypatch):
    asked, usual = [], type(RULES).prompts

    def one_waits_its_turn(rules, state):
        return tuple(replace(prompt, simultaneous=prompt.seat == 0) for prompt in usual(rules, state))

    class Asked(Three):
        def move(self, view, prompt, draws):
            asked.append((view.said, prompt.seat))
            return None if prompt.optional else Say(3)

    monkeypatch.setattr(type(RULES), "prompts", one_waits_its_turn)
    end = end_with(Asked(RULES), Asked(RULES))

    assert end.moves == 4
    assert asked[:3] == [((None, None), 0), ((3, None), 0), ((3, None), 1)]


def test_a_game_without_an_end_is_stopped(monkeypatch):
    monkeypatch.setattr(module, "MAX_MOVES", 3)

    with pytest.raises(RuntimeError, match="counting: no end after 3 moves"):
        playout(
            RULES, Outcome(Sums(99, 1, (0, 0), (None, None))), [Three(RULES)] * 2, FastDraws(1), bot_draws=FastDraws(1)
        )


def test_a_game_that_stops_without_a_result_is_reported(monkeypatch):
    monkeypatch.setattr(type(RULES), "result", lambda self, state: None)

    with pytest.raises(RuntimeError, match="no prompts, but no result"):
        end_with(Three(RULES), Three(RULES))


def test_lines_of_play_are_counted_by_hand():
    """Two seats, three numbers each: 6 first moves; then the other seat (3) or the same again (3)."""
    first = perft(RULES, START.state, 1, LabelledDraws(b"x"))
    second = perft(RULES, START.state, 2, LabelledDraws(b"x"))

    assert (first.nodes, second.nodes, second.ends) == (6, 36, 0)
    assert set(divide(RULES, START.state, 2, LabelledDraws(b"x")).values()) == {6}


def test_a_finished_line_counts_once():
    state = Sums(4, 1, (0, 0), (2, None))

    assert [perft(RULES, state, depth, LabelledDraws(b"x")).ends for depth in (1, 2)] >= [2, 2]
    over = Sums(4, 1, (4, 0), (None, None))
    assert (perft(RULES, over, 5, LabelledDraws(b"x")).nodes, perft(RULES, over, 5, LabelledDraws(b"x")).ends) == (1, 1)
