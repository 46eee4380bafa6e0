"""People come and act in any order: no bot or deadline moves for a team before its first person has come. Every undo
restores holders, clocks and position."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.http import Http404
from hypothesis import example, given, settings
from hypothesis import strategies as st

from classrooms.models import SessionTeam
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.services import bots
from games.engine import registry
from games.models import AuthorKind, Decision, Move, SeatHolder
from games.models.matches import HELD, KEPT
from games.platform.errors import ServiceError
from games.platform.pace import Pace
from games.platform.services.arriving import arrive
from games.platform.services.away import play_absent
from games.platform.services.deadlines import apply_due
from games.platform.services.forced_moves import settle
from games.platform.services.interventions import Actor
from games.platform.services.steering import steer_default, steer_extend
from games.platform.services.steering_seats import steer_seat_to_person
from games.platform.work.notices import notify_open
from games.platform.work.sweep import sweep
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import GAME, NOW, person, play_default

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

PLAYERS = (AuthorKind.PLAYER, AuthorKind.INSTRUCTOR, AuthorKind.RULES)
PACES = [Pace(mode="live", minutes=1), Pace(mode="async", hours=1), Pace(mode="free")]
ACTS = ["come", "wait", "absent", "person", "team", "undo", "unstart", "start", "move", "seat", "default"]
ACTS += ["extend", "pause", "resume", "come", "person", "team", "undo", "undo"]
SEATS = st.lists(st.sampled_from([True, True, False]), min_size=2, max_size=2)
MINUTES = st.sampled_from([0, 0, 0, 1, 5, 30, 90])
HELD_BY_TWO = [[True, True]]


def people(match, which):
    """The pairs of seat index and holder, each once."""
    return sorted(set(SeatHolder.objects.filter(which, seat__match=match).values_list("seat__index", "user")))


def position(match, now=None):
    """The state that an undo restores: holders, digest, due times, and whether the match waits for its first person.
    Due times are relative if `now` is given.
    """
    held = SeatHolder.objects.filter(seat__match=match, released_at__isnull=True).order_by("seat__index", "user")
    rows = match.decisions.filter(closed_at__isnull=True, optional=False).order_by("seat", "key")
    return (
        list(held.values_list("seat__index", "user", "extra_time", "together_with")),
        match.moves.get(number=match.number).state_hash,
        [(row.seat, row.key, _due(row.due_at, now)) for row in rows],
        match.awaits_people,
    )


def _due(due_at, now):
    return due_at if now is None or due_at is None else max(due_at - now, timedelta())


class Class:
    """A session with people on some seats. `came` are the teams, by index, of which a person has come since the last
    start. `handed` is the state before the last hand-over of seats to bots, by match.
    """

    def __init__(self, seats, pace, policy, start):
        self.teacher, self.now, self.came = person(), NOW, set()
        self.people = [[person() if held else None for held in table] for table in seats]
        self.handed, self.batch, self.clean = {}, "", False
        course = course_of(self.teacher, [user for table in self.people for user in table if user])
        text = registry.get(GAME).micro["pair"]
        self.play_session = session_of(
            course, teams=self.people, scenario_text=text, pace_of_match=pace, late_policy=policy
        )
        self.start(start)
        self.empty = {place for place, table in enumerate(self.people) if not any(table)}

    def start(self, how):
        if how == "without":
            bots.session_start_without(session_id=self.play_session.pk, named=self.seats(), actor=self.actor())
        else:
            sessions.session_start(session_id=self.play_session.pk, now=self.now)

    @property
    def tables(self):
        """The current matches, by index of the team."""
        rows = SessionTeam.objects.filter(session=self.play_session).order_by("position")
        return [row.match for row in rows.select_related("match")]

    def actor(self):
        return Actor(self.teacher, at=self.now)

    def seats(self):
        """Every seat, as (match, index)."""
        return [(match.pk, seat) for match in self.tables for seat in (0, 1)]

    def work(self):
        """Do the work of a sweep at this moment, then check every table, whether the sweep found it or not."""
        kept = {match.pk: match.number for match in self.tables if people(match, KEPT) and not people(match, HELD)}
        sweep(now=self.now)
        for match in self.tables:
            apply_due(match_id=match.pk, now=self.now)
            settle(match_id=match.pk, now=self.now)
            play_absent(match_id=match.pk, now=self.now)
            notify_open(match_id=match.pk, now=self.now)
        # Where people are expected and nobody is, nothing moves.
        assert {match.pk: match.number for match in self.tables if match.pk in kept} == kept

    def hand_over(self, act, place, seat):
        """Give seats to bots, and keep the state that an undo must restore."""
        actor = self.actor()
        found = [match for match in self.tables if match.has_begun]
        before = {
            match.pk: (position(match), position(match, self.now))
            for match in found
            if match.status in ("running", "paused")
        }
        session_id = self.play_session.pk
        if act == "absent":
            done = bots.absent_to_bots(session_id=session_id, named=self.seats(), actor=actor)
        elif act == "team":
            table = self.play_session.session_teams.order_by("position")[place]
            done = bots.team_to_bots(
                session_id=session_id,
                session_team_id=table.pk,
                named=self.seats(),
                actor=actor,
                until_back=bool(seat),
            )
        else:
            done = bots.person_to_bots(
                session_id=session_id, user_id=self.people[place][seat].pk, named=self.seats(), actor=actor
            )
        if done:
            self.handed, self.batch, self.clean = before, actor.batch, True

    def undo(self):
        """Give the seats back. If only bots and deadlines acted since, each position is as it was before."""
        given = {row.pk for row in self.tables if row.interventions.filter(kind="to_bot", batch=self.batch).exists()}
        places = [place for place, match in enumerate(self.tables) if match.pk in given]
        was = {place: self.handed[self.tables[place].pk] for place in places}
        stood = {
            place
            for place in places
            if self.tables[place].awaits_people and not self.handed[self.tables[place].pk][0][-1]
        }
        done = bots.seats_back(session_id=self.play_session.pk, batch=self.batch, actor=self.actor())
        if self.clean:
            assert (done.kept, done.over) == (0, 0)
            for place, (at, left) in was.items():
                match = self.tables[place]
                by_left = match.pk not in given or place in stood
                assert position(match, self.now if by_left else None) == (left if by_left else at)
        self.clean = False

    def unstart(self):
        sessions.session_unstart(session_id=self.play_session.pk, actor=self.actor())
        for match, table in zip(self.tables, self.people, strict=True):
            assert (match.status, match.number, match.moves.count()) == ("lobby", 0, 0)
            assert people(match, HELD) == [(seat, user.pk) for seat, user in enumerate(table) if user]
        self.came, self.clean, self.batch = set(), False, ""

    def do(self, act, table, seat):
        place = table % len(self.people)
        match, user = self.tables[place], self.people[place][seat]
        session_id = self.play_session.pk
        if act not in ("wait", "undo", "absent", "team", "person"):
            self.clean = False
        match act:
            case "come" if user is not None:
                try:
                    arrive(match.pk, user, now=self.now)
                except Http404:
                    return
                self.came |= {place} if match.has_begun else set()
            case "absent" | "team":
                self.hand_over(act, place, seat)
                self.came |= {place} if act == "team" and not self.tables[place].awaits_people else set()
            case "person" if user is not None:
                self.hand_over(act, place, seat)
            case "undo" if self.batch:
                self.undo()
                self.came -= {place for place, match in enumerate(self.tables) if match.awaits_people}
            case "unstart":
                self.unstart()
            case "start":
                self.start("now")
            case "move" if user is not None:
                pending = match.decisions.filter(seat=seat, closed_at__isnull=True, optional=False)
                if pending.exists():
                    play_default(match, seat, user, now=self.now)
                    self.came.add(place)
            case "seat" if user is not None:
                steer_seat_to_person(match_id=match.pk, seat=seat, user=user, actor=self.actor())
            case "default":
                steer_default(match_id=match.pk, actor=self.actor())
            case "extend":
                steer_extend(match_id=match.pk, minutes=1, actor=self.actor())
            case "pause":
                sessions.session_pause(session_id=session_id, by=self.teacher, now=self.now)
            case "resume":
                sessions.session_resume(session_id=session_id, by=self.teacher, now=self.now)

    def holds(self):
        """Check the conditions of each table that nobody has come to."""
        for place, match in enumerate(self.tables):
            if place in self.came:
                assert not match.awaits_people or match.status == "lobby" or not people(match, HELD)
            elif place not in self.empty:
                moved = set(Move.objects.filter(match=match).values_list("author_kind", flat=True))
                assert moved <= set(PLAYERS)
                rows = Decision.objects.filter(match=match, closed_at__isnull=True, due_at__isnull=False)
                assert not rows.exists()


@settings(max_examples=15)
@given(
    seats=st.lists(SEATS, min_size=1, max_size=3),
    pace=st.sampled_from(PACES),
    policy=st.sampled_from(["default", "bot", "wait"]),
    start=st.sampled_from(["now", "without"]),
    steps=st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 2), st.integers(0, 1), MINUTES), max_size=8),
)
@example(HELD_BY_TWO, PACES[0], "bot", "now", [("come", 0, 0, 0), ("team", 0, 0, 0), ("undo", 0, 0, 30)])
@example(HELD_BY_TWO, PACES[1], "bot", "now", [("team", 0, 0, 0), ("undo", 0, 0, 30), ("come", 0, 1, 0)])
@example(HELD_BY_TWO, PACES[0], "default", "now", [("person", 0, 0, 0), ("undo", 0, 0, 1)])
@example(HELD_BY_TWO, PACES[2], "wait", "without", [("come", 0, 0, 0), ("unstart", 0, 0, 1), ("start", 0, 0, 1)])
def test_nothing_moves_by_itself_before_the_first_person_and_every_undo_restores(seats, pace, policy, start, steps):
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
