"""Prepared queries, whose SQL is cached, return the same rows as Django's own, by one query."""

from datetime import timedelta

import pytest
from django.db.models import Count, F, Q

from classrooms.assess.grading import mails
from classrooms.connect.lms import jobs as lms_jobs
from classrooms.people.accounts import password_mails
from classrooms.play.sessions.services import jobs
from domego_site import lookups
from games.models import Decision, Event, Match, Seat, SeatHolder
from games.models.prepared import Prepared
from games.platform import clock, permissions, selectors
from games.platform.selectors import away, event_log
from games.platform.selectors import seats as seats_selectors
from games.platform.services import away as away_services
from games.platform.services import moves, record
from games.platform.work import notices, sweep
from games.web import play, table_read
from tests.games.factories import match_of, person, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]


@pytest.fixture
def match():
    return play_on(match_of(person(), person(), by=person()), 12)


def values(row):
    """All fields of a model's row that were read, with the related rows that were read."""
    if isinstance(row, tuple):
        return row
    own = {name: value for name, value in vars(row).items() if not name.startswith("_")}
    related = {name: values(each) for name, each in row._state.fields_cache.items() if each is not None}
    return type(row), own, related, row._state.db, row._state.adding


def at_some_time(match, user):
    """A moment around which decisions of the match have waited for some time, another one in each call."""
    return (clock.now() + timedelta(seconds=7 * (match.pk or 100), microseconds=12),)


def queries():
    """Each prepared query of the project, with numbers for it."""
    found = {
        "news": (selectors._news, lambda match, user: (match.pk, user.pk)),
        "open decisions": (selectors.decisions_open_in, lambda match, user: (match.pk,)),
        "moves": (event_log._moves_from, lambda match, user: (match.pk, 3)),
        "events": (event_log._events_from, lambda match, user: (match.pk, 4)),
        "talk": (selectors._talk(2), lambda match, user: (match.pk, 0, 1)),
        "talk without a seat": (selectors._talk(0), lambda match, user: (match.pk,)),
        "talk for stewards": (selectors._talk(None), lambda match, user: (match.pk,)),
        "who sat": (permissions._sat_at, lambda match, user: (match.pk,)),
        "match": (permissions._match_of, lambda match, user: (match.pk, user.pk)),
        "asks": (seats_selectors._asks_of, lambda match, user: (match.pk,)),
        "seats": (seats_selectors.seats_of, lambda match, user: (match.pk,)),
        "matches pending": (selectors._matches_pending, lambda match, user: (user.pk,)),
        "away": (away._plans_of, lambda match, user: (match.pk,)),
        "absent": (away_services._moves_for_absent, lambda match, user: (match.pk,)),
        "invites": (seats_selectors.invites_of, lambda match, user: (match.pk,)),
        "seated": (moves._seated, lambda match, user: (match.pk, 0, user.pk, "one")),
        "played": (play._played, lambda match, user: (match.pk, 0, "one", user.pk)),
        "locked": (moves._locked, lambda match, user: (match.pk,)),
        "account": (lookups._accounts(), lambda match, user: (user.pk,)),
        "last event": (record._last_event, lambda match, user: (match.pk,)),
        "open": (record._open_in, lambda match, user: (match.pk,)),
        "pending work": (sweep._pending_in, lambda match, user: (match.pk,)),
        "overdue": (sweep._overdue, at_some_time),
        "unanswered": (sweep._unanswered, at_some_time),
        "planned": (sweep._planned, at_some_time),
        "just opened": (sweep._just_opened(("domego/allocate", "utboheme/answer")), at_some_time),
        "lost": (sweep._lost, at_some_time),
        "mails asked for": (notices._any_requested, lambda match, user: ()),
        "mails due": (notices._any_due, at_some_time),
        "reminders": (notices._any_reminders, at_some_time),
        "sessions to start": (jobs._to_start, at_some_time),
        "mails of marks": (mails._any_due, at_some_time),
        "columns with marks": (lms_jobs._columns_due, at_some_time),
        "passwords": (password_mails._any_asked, lambda match, user: ()),
        "reminded": (table_read._reminded, lambda match, user: (match.pk, user.pk)),
    }
    return [pytest.param(*each, id=name) for name, each in found.items()]


@pytest.mark.parametrize(("prepared", "numbers"), queries())
def test_the_rows_are_those_of_the_query(prepared, numbers, match, django_assert_num_queries):
    other = play_on(match_of(person()), 3)
    for table in (match, other, Match(pk=0, number=0)):
        for holder in (*SeatHolder.objects.select_related("user"), None):
            given = numbers(table, holder.user if holder else person())
            wanted = [values(row) for row in prepared._build(*given)]
            with django_assert_num_queries(1):
                found = prepared(*given)
            assert [values(row) for row in found] == wanted
            assert prepared.first(*given) == (found[0] if found else None)


@pytest.mark.parametrize("number", [0, 1, 2, 3, 5, 64, 65])
@pytest.mark.parametrize("prepared", [selectors._open_among, selectors._holders_among], ids=["open", "holders"])
def test_the_rows_of_any_of_some_numbers(prepared, number, match, django_assert_num_queries):
    """Each existing row is found once for any number of keys; unknown keys change nothing."""
    tables = [match, play_on(match_of(person()), 3), play_on(match_of(person(), person()), 5)]
    numbers = [table.pk for table in tables][:number] + [1_000_000 + each for each in range(number - len(tables))]
    wanted = [values(row) for row in prepared._build(*numbers)] if number else []
    prepared.among(numbers[:1])

    with django_assert_num_queries(min(number, 1)):
        found = prepared.among(numbers)

    assert [values(row) for row in found] == wanted
    assert len(found) >= min(number, 3)


def test_a_row_is_saved_as_any_other(match):
    seat = seats_selectors.seats_of(match.pk)[0]
    seat.bot = "minimal"
    seat.save()

    assert Seat.objects.get(pk=seat.pk).bot == "minimal"


def test_a_number_that_is_no_parameter_is_refused():
    with pytest.raises(TypeError, match="a number is no parameter"):
        Prepared(lambda first, second: Event.objects.filter(match=first))(1, 2)
    with pytest.raises(TypeError, match="cannot be prepared"):
        Prepared(lambda length: Event.objects.all()[:length])(1)
    with pytest.raises(TypeError, match="cannot be prepared"):
        Prepared(lambda match: Event.objects.filter(match=match).values("pk"))(1)


def test_a_moment_with_distances_and_one_that_is_not_only_a_parameter(match):
    now = clock.now()
    Decision.objects.filter(match=match).update(opened_at=now)
    opened = Prepared(
        lambda now, late: Decision.objects.filter(
            opened_at__range=(now - timedelta(minutes=1), now + timedelta(hours=1)), opened_at__lt=late
        ).values_list("match_id")
    )

    for moment, wanted in ((now, True), (now + timedelta(seconds=61), False), (now - timedelta(minutes=61), False)):
        assert bool(opened(moment, moment + timedelta(days=1))) is wanted
    assert not opened(now, now)
    with pytest.raises(TypeError, match="cannot be prepared"):
        Prepared(lambda now: Decision.objects.filter(opened_at__gte=now.replace(second=0)))(now)
    with pytest.raises(TypeError, match="a number is no parameter"):
        Prepared(lambda now: Decision.objects.filter(opened_at__year=2026))(now)


def test_a_number_twice_and_one_that_looks_like_another_constant(match):
    prepared = Prepared(
        lambda seat, kind: (
            Seat.objects.filter(
                Q(match=match.pk)
                & (Q(index=seat) | Q(index=F("index") - F("index") + seat))
                & Q(index__lt=30_011)
                & ~Q(index=kind)
            )
            .annotate(n=Count("pk"))
            .order_by("index")
            .values_list("index", "n")
        )
    )

    assert prepared(1, 5) == [(1, 1)]
    assert prepared(1, 1) == []
