"""Who comes when and who presses what: no bot and no deadline moves at a table before its first person has come."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.http import Http404
from hypothesis import given, settings
from hypothesis import strategies as st

from classrooms.models import SessionTeam
from classrooms.sessions import services as sessions
from classrooms.sessions.services import bots
from games.engine import registry
from games.errors import ServiceError
from games.models import AuthorKind, Decision, Match, Move
from games.pace import Pace
from games.permissions import access_to
from games.services.arriving import arrived
from games.services.away import play_absent
from games.services.deadlines import apply_due
from games.services.interventions import Press
from games.services.settling import settle
from games.services.steering import steer_default, steer_extend
from games.services.steering_seats import steer_seat_to_person
from games.work.notices import notify_open
from games.work.sweep import sweep
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import GAME, NOW, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

PLAYERS = (AuthorKind.PLAYER, AuthorKind.INSTRUCTOR, AuthorKind.RULES)
PACES = [Pace(mode="live", minutes=1), Pace(mode="async", hours=1), Pace(mode="free")]
ACTS = ["come", "wait", "absent", "person", "seat", "default", "extend", "pause", "resume"]
SEATS = st.lists(st.booleans(), min_size=2, max_size=2)


class Class:
    """A session whose tables have people on some seats; `came` are the matches to which one of them has come."""

    def __init__(self, seats, pace, policy, start):
        self.teacher, self.now, self.came = person(), NOW, set()
        self.people = [[person() if held else None for held in table] for table in seats]
        course = course_of(self.teacher, [user for table in self.people for user in table if user])
        text = registry.get(GAME).micro["pair"]
        self.play_session = session_of(
            course, teams=self.people, scenario_text=text, pace_of_match=pace, late_policy=policy
        )
        if start == "without":
            bots.session_start_without(session_id=self.play_session.pk, named=self.seats(), press=self.press())
        else:
            sessions.session_start(session_id=self.play_session.pk, now=self.now)
        rows = SessionTeam.objects.filter(session=self.play_session).order_by("position")
        self.tables = [row.match_id for row in rows]
        self.empty = {pk for pk, table in zip(self.tables, self.people, strict=True) if not any(table)}

    def press(self):
        return Press(self.teacher, at=self.now)

    def seats(self):
        """Every seat, as a page would name it."""
        matches = Match.objects.filter(session_team__session=self.play_session).values_list("pk", flat=True)
        return [(pk, seat) for pk in matches for seat in (0, 1)]

    def work(self):
        """What a sweep of this moment finds is done, and every table is looked at without being asked."""
        sweep(now=self.now)
        for pk in self.tables:
            apply_due(match_id=pk, now=self.now)
            settle(match_id=pk, now=self.now)
            play_absent(match_id=pk, now=self.now)
            notify_open(match_id=pk, now=self.now)

    def do(self, act, table, seat):
        pk, user = self.tables[table % len(self.tables)], self.people[table % len(self.tables)][seat]
        session_id = self.play_session.pk
        match act:
            case "come" if user is not None:
                try:
                    arrived(access_to(pk, user))
                except Http404:
                    return
                self.came.add(pk)
            case "absent":
                bots.absent_to_bots(session_id=session_id, named=self.seats(), press=self.press())
            case "person" if user is not None:
                bots.person_to_bots(session_id=session_id, user_id=user.pk, press=self.press())
            case "seat" if user is not None:
                steer_seat_to_person(match_id=pk, seat=seat, user=user, press=self.press())
            case "default":
                steer_default(match_id=pk, press=self.press())
            case "extend":
                steer_extend(match_id=pk, minutes=1, press=self.press())
            case "pause":
                sessions.session_pause(session_id=session_id, by=self.teacher, now=self.now)
            case "resume":
                sessions.session_resume(session_id=session_id, by=self.teacher, now=self.now)

    def holds(self):
        """What must be so at each table to which nobody has come."""
        for pk in set(self.tables) - self.came - self.empty:
            moved = set(Move.objects.filter(match=pk).values_list("author_kind", flat=True))
            assert moved <= set(PLAYERS)
            assert not Decision.objects.filter(match=pk, closed_at__isnull=True, due_at__isnull=False).exists()
        for pk in self.came:
            assert not Match.objects.get(pk=pk).awaits_people


@settings(max_examples=25)
@given(
    seats=st.lists(SEATS, min_size=1, max_size=3),
    pace=st.sampled_from(PACES),
    policy=st.sampled_from(["default", "bot", "wait"]),
    start=st.sampled_from(["now", "without"]),
    steps=st.lists(
        st.tuples(st.sampled_from(ACTS), st.integers(0, 2), st.integers(0, 1), st.integers(0, 90)), max_size=8
    ),
)
def test_nothing_moves_by_itself_at_a_table_before_its_first_person_has_come(seats, pace, policy, start, steps):
    with transaction.atomic():
        room = Class(seats, pace, policy, start)
        room.work()
        room.holds()
        for act, table, seat, minutes in steps:
            room.now += timedelta(minutes=minutes)
            try:
                with transaction.atomic():
                    room.do(act, table, seat)
            except ServiceError:
                continue
            finally:
                room.work()
                room.holds()
        transaction.set_rollback(True)
