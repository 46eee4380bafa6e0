"""Records played again, and the first place where one differs."""

import msgspec
import pytest
from msgspec.structs import replace

from games.engine.errors import IllegalMove
from games.engine.replay import Difference, SeedFrom, first_difference, seed_at
from games.engine.types import Draw
from tests.games.engine.counting import RULES, Goal, Nothing
from tests.games.engine.matches import SEED, SEEDS, recorded, steps


def difference(records, seeds=SEEDS):
    return first_difference(RULES, Goal(10), Nothing(), 2, seeds, records)


def changed(place, **fields):
    records = recorded()
    records[place] = replace(records[place], **fields)
    return records


def test_a_true_record_has_no_difference_and_every_step_is_shown():
    seen = []
    assert first_difference(RULES, Goal(10), Nothing(), 2, SEEDS, recorded(), on_step=seen.append) is None
    assert [step.number for step in seen] == list(range(7))


@pytest.mark.parametrize(
    ("number", "fields", "what"),
    [
        (3, {"state_hash": "0" * 64}, "state"),
        (2, {"events": msgspec.Raw(b"[]")}, "events"),
        (4, {"draws": (Draw("turn-2/luck", 2, 7),)}, "draws"),
        (5, {"number": 9}, "number"),
        (0, {"state_hash": ""}, "state"),
    ],
)
def test_the_first_difference_is_named(number, fields, what):
    found = difference(changed(number, **fields))

    assert (found.number, found.what) == (number, what)
    assert found.recorded != found.replayed
    assert isinstance(found, Difference)


def test_a_changed_move_shows_in_its_events():
    assert difference(changed(1, move=msgspec.Raw(b'{"kind":"say","number":1}'))).what == "events"


def test_a_move_that_the_rules_refuse_is_raised():
    with pytest.raises(IllegalMove, match="not_1_to_3"):
        difference(changed(1, move=msgspec.Raw(b'{"kind":"say","number":9}')))


def test_a_record_is_complete():
    with pytest.raises(ValueError, match="argument 2 is shorter"):
        difference([replace(record, number=0) for record in recorded()[:3]])


def test_seeds_change_where_a_fork_says_so():
    seeds = (SeedFrom(0, SEED.hex()), SeedFrom(3, "ff" * 32))

    assert [seed_at(seeds, number) for number in (0, 2, 3, 9)] == [SEED, SEED, b"\xff" * 32, b"\xff" * 32]
    assert difference(recorded(seeds), seeds) is None
    assert [step.draws for step in steps(seeds)[:3]] == [step.draws for step in steps()[:3]]
