"""Prepared inserts store the rows that Django would."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from games.models import Decision, Event, Move
from games.models.inserts import MOST_ROWS, Insert
from games.platform import clock
from tests.games.factories import match_of, person

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]
DATA = {"kind": "bought", "text": "é ' \" %s 😀", "list": [1, None, 2.5, {"a": True}]}


def rows_of(match, move, number):
    """Rows with and without each value that may be missing."""
    now = clock.now()
    yield Move(match=match, number=number, seat=0, key="k", kind="buy", args=DATA, draws=[1], created_at=now)
    yield Move(match=match, number=number + 1, seat=1, author=person(), submission_id="1:1", args={}, created_at=now)
    yield Event(match=match, move=move, number=number, kind="bought", turn=3, seat=1, audience=5, data=DATA)
    yield Event(match=match, move=move, number=number + 1, kind="said", data={})
    yield Decision(
        match=match, seat=0, key=f"a{number}", kind="buy", params=DATA, opened_at=now, opened_number=3, due_at=now
    )
    later = now + timedelta(hours=1)
    yield Decision(match=match, seat=1, key=f"b{number}", optional=True, opened_at=later, opened_number=0)


def values(row):
    kept = {name: value for name, value in vars(row).items() if not name.startswith("_")}
    return {name: value for name, value in kept.items() if name not in {"id", "author_id"}}


def test_rows_are_those_of_django():
    match, other = match_of(person()), match_of(person())
    move, other_move = (each.moves.first() for each in (match, other))
    pairs = list(zip(rows_of(match, move, 100), rows_of(other, other_move, 100), strict=True))
    for kind in (Move, Event, Decision):
        own = [row for row, _django in pairs if type(row) is kind]
        Insert(kind)(own)
        kind.objects.bulk_create([row for _own, row in pairs if type(row) is kind])
        assert all(row.pk and not row._state.adding for row in own)

    for own, django in pairs:
        stored, wanted = (values(type(row).objects.get(pk=row.pk)) for row in (own, django))
        ours = {"match_id", "move_id", "created_at", "opened_at", "due_at"}
        assert {k: v for k, v in stored.items() if k not in ours} == {k: v for k, v in wanted.items() if k not in ours}
        assert stored == values(own)


@pytest.mark.parametrize("count", [0, 1, MOST_ROWS, MOST_ROWS + 1, 3 * MOST_ROWS - 1])
def test_each_of_many_rows_has_its_own_key(count):
    match = match_of(person())
    move = match.moves.first()
    rows = [Event(match=match, move=move, number=1000 + i, kind="said", data={"n": i}) for i in range(count)]

    Insert(Event)(rows)

    assert [Event.objects.get(pk=row.pk).data["n"] for row in rows] == list(range(count))


def test_a_row_that_is_there_already_is_refused():
    match = match_of(person())
    first = match.moves.first()
    again = Move(match=match, number=first.number, args={}, created_at=clock.now())

    with pytest.raises(IntegrityError), transaction.atomic():
        Insert(Move)([again])

    assert again.pk is None
