"""Events of the facilitator, tried on every game whose rules declare some. No game is named here."""

from collections import Counter
from functools import cache

import msgspec
import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import settings as tried
from hypothesis import strategies as st

from games.engine.codec import from_json, to_json
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.errors import IllegalMove
from games.engine.facilitation import Brought, facilitation_of, offers_of, played
from games.engine.ledger import Books
from games.engine.record import Record
from games.engine.replay import Recorded, SeedFrom, first_difference, fold
from games.engine.undo import TakeBack
from games.ui import debriefs, faces
from tests.every_game import settings

MOST_SEATS = 6
"""Larger tables differ in their number of seats alone, and their matches take long."""
NAMES = [
    name
    for name, where in settings().items()
    if facilitation_of(where.game.rules) is not None and max(where.game.rules.seat_counts(where.scenario)) <= MOST_SEATS
]


def event_of(rules, state, chance):
    """An event that can be brought now, with an amount; the same for the same chance."""
    offers = offers_of(rules, state)
    offer = offers[chance.below(len(offers), "event")]
    return Brought(offer.key, offer.low + chance.below(offer.high - offer.low + 1, "amount"), offer.seat)


@cache
def with_events(name, number):
    """A seeded game of bots with an event before one move in eight, where one is offered: its moves, its last state and
    its events.
    """
    where, chance = settings()[name], FastDraws(number)
    rules, seats = where.game.rules, max(where.game.rules.seat_counts(where.scenario))
    strengths = sorted({"random", where.game.usual_bot})
    bots = [where.game.bot(strengths[(seat + number) % len(strengths)]) for seat in range(seats)]
    start, moves = where.start(), []
    state, events = start.state, list(start.events)
    while prompts := rules.prompts(state):
        if not chance.below(8, "is there an event?") and offers_of(rules, state):
            made = (None, f"event-{len(moves) + 1}", event_of(rules, state, chance))
        else:
            needed = [each for each in prompts if not each.optional]
            answers = ((each, bots[each.seat].answer(state, each, chance)) for each in needed)
            prompt, move = next(((each, move) for each, move in answers if move is not None), (needed[0], None))
            made = (prompt.seat, prompt.key, move or rules.default(state, prompt.seat, prompt.key))
        outcome = played(rules, state, *made, LabelledDraws(where.seed))
        moves.append(made)
        state = outcome.state
        events += outcome.events
    return tuple(moves), state, tuple(events)


def seeds_of(name):
    return (SeedFrom(0, settings()[name].seed.hex()),)


def start_of(name):
    where = settings()[name]
    return where.game.rules, where.scenario, where.options, max(where.game.rules.seat_counts(where.scenario))


@pytest.mark.parametrize("name", NAMES)
@tried(max_examples=6, deadline=None)
@given(number=st.integers(0, 11))
def test_a_match_with_events_in_any_place_replays_to_the_same_states_and_verifies(name, number):
    moves, end, _events = with_events(name, number)

    steps = list(fold(*start_of(name), seeds_of(name), moves))

    places = [(None, "", None), *moves]
    record = [
        Recorded(s.number, seat, key, msgspec.Raw(to_json(move)), msgspec.Raw(to_json(s.events)), s.draws, s.state_hash)
        for s, (seat, key, move) in zip(steps, places, strict=True)
    ]
    assert to_json(steps[-1].state) == to_json(end)
    assert first_difference(*start_of(name), seeds_of(name), record) is None


@pytest.mark.parametrize("name", NAMES)
@tried(max_examples=6, deadline=None)
@given(number=st.integers(0, 11))
def test_the_ledger_holds_after_every_event_and_nothing_is_lost(name, number):
    moves, _end, told = with_events(name, number)
    where = settings()[name]
    game, rules = where.game, where.game.rules
    steps = list(fold(*start_of(name), seeds_of(name), moves))
    opening = steps[0]
    books = Books(game.accounts, game.accounts.terms(where.scenario, rules.view(opening.state, None), told))

    for step in steps:
        for event in step.events:
            books.add(event)
        shown = game.accounts.shown(rules.view(step.state, None))
        assert {key: books[key] for key in shown} == dict(shown)


@pytest.mark.parametrize("name", NAMES)
def test_the_facts_of_a_match_with_events_hold_them_all(name):
    where = settings()[name]
    moves, _end, _events = with_events(name, 3)
    steps = fold(*start_of(name), seeds_of(name), moves)
    records = [
        Record(step.number, seat, key, "brought" if seat is None else "bot", "2026-01-01T08:00:00+00:00", step.events)
        for step, (seat, key, _move) in zip(steps, [(None, "", None), *moves], strict=True)
    ]

    facts, debrief = where.game.facts(where.scenario, where.options, records), debriefs.get(where.game.key)

    assert from_json(to_json(facts), type(facts)) == facts
    assert debrief.parse_facts(msgspec.to_builtins(facts)) == facts
    assert debrief.headline(where.scenario, facts)


@pytest.mark.parametrize("name", NAMES)
def test_an_event_that_is_not_offered_is_refused_and_changes_nothing(name):
    rules, (moves, end, _events) = settings()[name].game.rules, with_events(name, 0)
    states = [step.state for step in fold(*start_of(name), seeds_of(name), moves)]
    chance, refused = FastDraws(4), Counter()
    for state in [each for each in states[:-1] if offers_of(rules, each)][::5]:
        before, offer = to_json(state), offers_of(rules, state)[0]
        for seat, brought in (
            (None, Brought("no such event", 1)),
            (None, Brought(offer.key, offer.high + 1, offer.seat)),
            (None, Brought(offer.key, offer.low - 1, offer.seat)),
            (None, Brought(offer.key, offer.low, 99)),
            (0, Brought(offer.key, offer.low, offer.seat)),
        ):
            with pytest.raises(IllegalMove) as error:
                played(rules, state, seat, "event-1", brought, chance)
            refused[error.value.code] += 1
            assert to_json(state) == before
    with pytest.raises(IllegalMove, match="no_such_event"):
        played(rules, end, None, "event-1", Brought(offer.key, offer.low, offer.seat), chance)
    with pytest.raises(IllegalMove, match="prompt_closed"):
        played(rules, states[0], None, "", next(move for seat, _key, move in moves if seat is not None), chance)

    assert 3 * refused["amount_out_of_range"] == 2 * refused["no_such_event"] > 0


@pytest.mark.parametrize("name", NAMES)
def test_neither_an_event_nor_a_move_before_it_can_be_undone(name):
    rules, moves = settings()[name].game.rules, with_events(name, 3)[0]
    states = [step.state for step in fold(*start_of(name), seeds_of(name), moves)]
    at = next(n for n, (seat, *_rest) in enumerate(moves, start=1) if seat is not None and offers_of(rules, states[n]))
    (seat, key, _move), event = moves[at - 1], (None, "event", event_of(rules, states[at], FastDraws(1)))

    for whose, what, number in ((seat, key, at), (None, "event", at + 1)):
        with pytest.raises(IllegalMove, match="nothing_to_take_back"):
            list(fold(*start_of(name), seeds_of(name), [*moves[:at], event, (whose, what, TakeBack(number))]))


@cache
def positions_with(game):
    """By event and seat: a setting of the game and a position that offers it, with the offer."""
    found = {}
    for name in [each for each in NAMES if each.startswith(f"{game}/")]:
        for step in fold(*start_of(name), seeds_of(name), with_events(name, 3)[0]):
            for offer in offers_of(settings()[name].game.rules, step.state):
                found.setdefault((offer.key, offer.seat), (settings()[name], step.state, offer))
    return found


@pytest.mark.parametrize("language", ["en", "fr", "es"])
@pytest.mark.parametrize("game", sorted({name.partition("/")[0] for name in NAMES}))
def test_every_event_has_a_name_a_unit_and_its_effect_in_words(game, language):
    part, chance, words_of = faces.get(game).facilitation, FastDraws(2), faces.get(game).words.event

    with translation.override(language):
        titles, effects = part.titles(), {}
        for where, state, offer in positions_with(game).values():
            brought = Brought(offer.key, offer.high, offer.seat)
            effects[offer.key, offer.seat] = (part.effect(where.scenario, brought), to_json(where.scenario))
            told = played(where.game.rules, state, None, "event-1", brought, chance).events
            said = [words_of(where.scenario, event) for event in told]
            assert said
            assert all(words is not None and titles[offer.key].lower() in str(words.html).lower() for words in said)

    assert set(titles) == {key for key, _seat in effects}
    assert all(part.units[key] for key in titles)
    assert all(effect for effect, _scenario in effects.values())
    assert len(set(effects.values())) == len(effects)
