"""Requirements on every game, tried on every game that has a folder. No test here names a game."""

from collections.abc import Iterator
from itertools import islice, permutations
from typing import Any

import msgspec
import pytest

from games.engine.choices import contains, count, edges
from games.engine.codec import from_json, state_hash, to_json
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.errors import IllegalMove
from games.engine.playout import Played, playout
from games.engine.record import Record
from games.engine.replay import Recorded, SeedFrom, first_difference
from games.engine.types import Event, Outcome
from tests.every_game import GAMES, Setting, of_settings, played, positions, settings, spread

NAMES = sorted(settings())
every_setting = of_settings(NAMES)


def test_there_are_games():
    assert GAMES


@every_setting
def test_seeded_games_end_with_a_result_and_nobody_owes_an_answer_then(name):
    where = settings()[name]
    for seed in range(12):
        seats = [where.game.bot("random")] * max(where.game.rules.seat_counts(where.scenario))
        end = playout(where.game.rules, where.start(), seats, where.draws, bot_draws=FastDraws(seed))

        assert where.game.rules.prompts(end.state) == ()
        assert len(end.result.scores) == len(end.result.places) == len(seats)
        assert sorted(end.result.places)[0] == 1


@every_setting
@pytest.mark.parametrize("strength", ["usual", "random"])
def test_bots_get_to_the_end_without_the_help_of_deadlines(name, strength):
    game = settings()[name].game
    bot = game.usual_bot if strength == "usual" else strength
    _, moves, end = played(name, bot)
    assert end.moves == len(moves)


@every_setting
def test_prompts_are_unique_by_seat_and_there_is_a_result_only_without_them(name):
    rules = settings()[name].game.rules
    for state in positions(name):
        prompts = rules.prompts(state)
        places = [(prompt.seat, prompt.key) for prompt in prompts]
        assert len(set(places)) == len(places)
        assert (rules.result(state) is None) == bool(prompts)
        assert not prompts or any(not prompt.optional for prompt in prompts)


@every_setting
def test_every_listed_choice_is_accepted_at_both_ends_of_its_ranges(name):
    rules = settings()[name].game.rules
    draws = settings()[name].draws
    for state in spread(name, 3, most=75):
        for prompt in rules.prompts(state):
            choices = rules.choices(state, prompt.seat, prompt.key)
            assert count(choices) > 0
            for move in edges(choices):
                rules.apply(state, prompt.seat, prompt.key, move, draws)


def _accepted(rules: Any, state: Any, prompt: Any, move: Any, draws: LabelledDraws) -> bool:
    try:
        rules.apply(state, prompt.seat, prompt.key, move, draws)
    except IllegalMove:
        return False
    return True


def _widened(rules: Any, states: list[Any]) -> set[Any]:
    """Moves that are legal in some state, with the numbers just outside their ranges."""
    pool: set[Any] = set()
    for state in states:
        for prompt in rules.prompts(state):
            choices = rules.choices(state, prompt.seat, prompt.key)
            pool.update(edges(choices))
            for choice in choices:
                for span in choice.spans:
                    beyond = (max(0, span.low - 1), span.high + 1)
                    pool.update(msgspec.structs.replace(choice.move, **{span.field: number}) for number in beyond)
    return pool


def _thinned(moves: set[Any], most: int) -> list[Any]:
    """At most `most` of the moves, evenly spread over all kinds."""
    found = sorted(moves, key=repr)
    return found[:: -(-len(found) // most)]


@every_setting
def test_moves_from_anywhere_are_accepted_where_they_are_listed_and_refused_where_not(name):
    rules, draws = settings()[name].game.rules, settings()[name].draws
    states = spread(name, 4, most=40)
    pool = _thinned(_widened(rules, states), most=200)
    for state in states:
        before = to_json(state)
        for prompt in rules.prompts(state):
            choices = rules.choices(state, prompt.seat, prompt.key)
            whole = {choice.move for choice in choices if not choice.spans and not choice.free}
            others = [choice for choice in choices if choice.spans or choice.free]
            for move in pool:
                listed = move in whole or contains(others, move)
                assert _accepted(rules, state, prompt, move, draws) == listed, (prompt.key, move)
        assert to_json(state) == before


@every_setting
def test_a_prompt_of_another_time_or_seat_is_closed(name):
    rules, draws = settings()[name].game.rules, settings()[name].draws
    states = list(positions(name))
    keys = _thinned({(prompt.seat, prompt.key) for state in states[::4] for prompt in rules.prompts(state)}, most=80)
    strange = {(0, "nonsense"), (99, keys[0][1]), (-1, keys[0][1]), (0, "")}
    for state in states[::7]:
        still_open = {(prompt.seat, prompt.key) for prompt in rules.prompts(state)}
        for seat, key in sorted({*keys, *strange} - still_open):
            for ask in (rules.choices, rules.default):
                with pytest.raises(IllegalMove, match="prompt_closed"):
                    ask(state, seat, key)
            with pytest.raises(IllegalMove, match="prompt_closed"):
                rules.apply(state, seat, key, None, draws)


@every_setting
def test_the_default_of_every_prompt_is_legal(name):
    rules, draws = settings()[name].game.rules, settings()[name].draws
    for state in positions(name):
        for prompt in rules.prompts(state):
            move = rules.default(state, prompt.seat, prompt.key)
            assert contains(rules.choices(state, prompt.seat, prompt.key), move)
            rules.apply(state, prompt.seat, prompt.key, move, draws)


@every_setting
def test_states_moves_events_and_views_survive_json(name):
    rules = settings()[name].game.rules
    start, moves, _ = played(name, settings()[name].game.usual_bot)
    assert [from_json(to_json(event), rules.event_type) for event in start.events] == list(start.events)
    for move in moves:
        assert from_json(to_json(move.state), rules.state_type) == move.state
        assert from_json(to_json(move.move), rules.move_type) == move.move
        assert [from_json(to_json(event), rules.event_type) for event in move.events] == list(move.events)
        for seat in (None, move.seat):
            view = rules.view(move.state, seat)
            assert from_json(to_json(view), type(view)) == view


@every_setting
def test_nothing_in_a_state_can_be_changed(name):
    for state in islice(positions(name), 0, None, 9):
        hash(state)
        assert not list(_mutable(state, "state"))


@every_setting
def test_words_of_an_event_can_be_kept_since_it_can_be_hashed(name):
    start, moves, _ = played(name, settings()[name].game.usual_bot)
    for event in (*start.events, *(event for move in moves for event in move.events)):
        assert hash(event) == hash(from_json(to_json(event), settings()[name].game.rules.event_type))


def _mutable(value: Any, path: str) -> Iterator[str]:
    if isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _mutable(item, f"{path}[{index}]")
    elif isinstance(value, msgspec.Struct):
        if not value.__struct_config__.frozen:
            yield path
        for field in value.__struct_fields__:
            yield from _mutable(getattr(value, field), f"{path}.{field}")
    elif not isinstance(value, int | str | msgspec.UnsetType | None):
        yield f"{path}: {type(value).__name__}"


@every_setting
def test_replay_equals_the_record_hash_by_hash(name):
    where = settings()[name]
    rules, (start, moves, _) = where.game.rules, played(name)
    seeds = (SeedFrom(0, where.seed.hex()),)
    records = list(_records(where, start, moves))

    assert (
        first_difference(rules, where.scenario, where.options, max(rules.seat_counts(where.scenario)), seeds, records)
        is None
    )


def _records(where: Setting, start: Outcome, moves: tuple[Played, ...]) -> Iterator[Recorded]:
    rules, state = where.game.rules, start.state
    draws = where.draws
    where.game.rules.setup(where.scenario, where.options, max(rules.seat_counts(where.scenario)), draws)
    yield _record(0, None, "", None, start.events, draws, state_hash(to_json(state)))
    for number, move in enumerate(moves, start=1):
        draws = where.draws
        state = rules.apply(state, move.seat, move.key, move.move, draws).state
        yield _record(number, move.seat, move.key, move.move, move.events, draws, state_hash(to_json(move.state)))


def _record(
    number: int, seat: int | None, key: str, move: Any, events: Any, draws: LabelledDraws, digest: str
) -> Recorded:
    raw = msgspec.Raw
    return Recorded(number, seat, key, raw(to_json(move)), raw(to_json(events)), draws.taken, digest)


@every_setting
def test_stored_events_fold_into_tables_that_survive_json_at_any_time(name):
    where = settings()[name]
    if where.game.facts is None:
        return
    start, moves, _ = played(name)
    records = [Record(0, None, "", "rules", "2025-10-21T09:00:00Z", start.events)]
    records += [Record(n, m.seat, m.key, "bot", "2025-10-21T09:01:00Z", m.events) for n, m in enumerate(moves, start=1)]
    for many in (1, len(records) // 2, len(records)):
        found = where.game.facts(where.scenario, where.options, records[:many])
        assert from_json(to_json(found), type(found)) == found


@every_setting
def test_the_order_of_arrival_does_not_matter_for_simultaneous_prompts(name):
    rules, draws = settings()[name].game.rules, settings()[name].draws
    bot = settings()[name].game.bot("random")
    for state in islice(positions(name), 0, None, 2):
        prompts = [prompt for prompt in rules.prompts(state) if prompt.simultaneous and not prompt.optional][:4]
        answers = [(prompt, bot.answer(state, prompt, FastDraws(1))) for prompt in prompts]
        ends = {_after(rules, state, order, draws) for order in permutations(answers)}
        assert len(ends) == 1


def _after(rules: Any, state: Any, answers: tuple[tuple[Any, Any], ...], draws: LabelledDraws) -> bytes:
    for prompt, move in answers:
        state = rules.apply(state, prompt.seat, prompt.key, move, draws).state
    return to_json(state)


@every_setting
def test_a_seat_sees_no_difference_between_moves_whose_events_it_may_not_know(name):
    rules, draws = settings()[name].game.rules, settings()[name].draws
    seats = (None, *range(max(rules.seat_counts(settings()[name].scenario))))
    for state in spread(name, 2, most=50):
        for prompt in rules.prompts(state):
            secret: dict[Any, set[bytes]] = {}
            for move in edges(rules.choices(state, prompt.seat, prompt.key)):
                outcome = rules.apply(state, prompt.seat, prompt.key, move, draws)
                for seat in seats:
                    told = to_json([event for event in outcome.events if _may_know(event, seat)])
                    secret.setdefault((seat, type(move), told), set()).add(to_json(rules.view(outcome.state, seat)))
            assert all(len(views) == 1 for (_, _, told), views in secret.items() if told == b"[]")


@every_setting
def test_a_game_that_says_it_hides_nothing_shows_all_seats_the_same_and_any_other_hides_something(name):
    where = settings()[name]
    seats = (None, *range(max(where.game.rules.seat_counts(where.scenario))))
    told = [event for bot in ("random", where.game.usual_bot) for event in _told(name, bot)]
    same = all(_alike(where.game.rules, state, seats) for state in spread(name, 2, most=100))

    is_open = same and all(event.audience is None for event in told)

    assert where.game.hides(where.options) == (not is_open)


def _told(name: str, bot: str) -> list[Event]:
    start, moves, _end = played(name, bot)
    return [*start.events, *(event for move in moves for event in move.events)]


def _alike(rules: Any, state: Any, seats: tuple[int | None, ...]) -> bool:
    """Are all views equal, except for the field with the viewing seat?"""
    views = [msgspec.to_builtins(rules.view(state, seat)) for seat in seats]
    differing = [field for field in views[0] if any(view[field] != views[0][field] for view in views)]
    return all([view[field] for view in views] == list(seats) for field in differing)


def _may_know(event: Event, seat: int | None) -> bool:
    return event.audience is None or seat in event.audience
