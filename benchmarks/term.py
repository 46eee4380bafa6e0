"""What does a term leave in the database? `DATABASE_URL=postgres://... python -m benchmarks.term [--courses 40]`.

Time is simulated. Each course of 30 students plays one session of two weeks at an asynchronous pace, the games in turn.
Students hold all seats; they decide like bots, take hours and sometimes do not come. Sweeps, notices, mails, debriefs
and papers are made by the services that the site uses. Prints rows and bytes of each match by table, and the cost of
papers. Prints also the queries of a sweep that finds nothing, at the start, in the middle and at the end. The database
is new and dropped afterwards.
"""

import argparse
import heapq
import os
import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from time import perf_counter
from typing import Any

from benchmarks._site import site

STUDENTS = 30
DAYS = 14
ABSENT = 0.01
"""The share of answers for which a student lets the deadline pass."""
UNUSABLE = "!"
PAPERS_SECONDS = 20 * 60.0
FORTNIGHTS = 12
"""Sessions of two weeks of each course in a year."""
SCENARIOS = {"dominyam": "players_06", "dominato": "four"}
"""Scenarios other than a game's first."""


class Term:
    """The courses with their matches, and the planned answers of their students."""

    def __init__(self, courses: int) -> None:
        from tests.games.factories import NOW

        self.chance = random.Random(f"term of {courses}")
        self.began = self.now = NOW
        self.sessions = [self._session(number) for number in range(courses)]
        self.hours: dict[int, float] = {}
        self.moves = self.mails = 0
        self._due: list[tuple[datetime, int, int, str]] = []
        self._planned: set[tuple[int, int, str]] = set()

    def _session(self, number: int) -> Any:
        from classrooms.models import User
        from games.platform.pace import Pace
        from games.ui import faces
        from tests.classrooms.factories import course_of, session_of

        games = faces.all_faces()
        game = games[number % len(games)].game
        scenario = SCENARIOS.get(game.key, next(iter(game.scenarios)))
        seats = max(game.rules.seat_counts(game.rules.load_scenario(game.scenarios[scenario])))
        names = [f"student-{number}-{index}" for index in range(STUDENTS)]
        people = User.objects.bulk_create(
            User(username=name, display_name=name.title(), email=f"{name}@example.org", password=UNUSABLE)
            for name in names
        )
        teacher = User.objects.create(username=f"teacher-{number}", display_name=f"Teacher {number}", password=UNUSABLE)
        teams = [people[first : first + seats] for first in range(0, STUDENTS - seats + 1, seats)]
        pace = Pace(mode="async", hours=24, quiet_from=22, quiet_to=8, weekends=False, time_zone="Europe/Paris")
        course = course_of(teacher, people)
        return session_of(course, teams=teams, started=True, game=game.key, scenario=scenario, pace_of_match=pace)

    def matches(self) -> list[Any]:
        from games.models import Match

        return list(Match.objects.filter(session_team__isnull=False).order_by("pk"))

    def play(self, upto: datetime) -> None:
        """Let students answer at their planned times; a sweep runs each hour."""
        hour = timedelta(hours=1)
        while self.now < upto:
            self.now = min(self.now + hour, upto)
            while self._due and self._due[0][0] <= self.now:
                at, match, seat, key = heapq.heappop(self._due)
                self._planned.discard((match, seat, key))
                self._answer(at, match, seat, key)
            self._sweep()

    def look(self, match: Any, at: datetime) -> None:
        """Plan the answers to a match's open decisions."""
        for seat, key in match.decisions.filter(closed_at=None, optional=False).values_list("seat", "key"):
            if (match.pk, seat, key) not in self._planned:
                self._planned.add((match.pk, seat, key))
                mean = self._mean_hours(match)
                hours = 60.0 if self.chance.random() < ABSENT else self.chance.uniform(0.2, 1.8) * mean
                heapq.heappush(self._due, (at + timedelta(hours=hours), match.pk, seat, key))

    def _mean_hours(self, match: Any) -> float:
        """Mean hours before an answer, so that a match ends a little before the two weeks."""
        from games.platform.selectors.position import options_of, scenario_of
        from games.ui import faces

        if match.pk not in self.hours:
            rounds = faces.get(match.game).rounds(scenario_of(match), options_of(match))
            self.hours[match.pk] = min(12.0, 0.25 * 24 * DAYS / (rounds.most if rounds else 60))
        return self.hours[match.pk]

    def _answer(self, at: datetime, match_id: int, seat: int, key: str) -> None:
        from games.models import AuthorKind, Match
        from games.platform.selectors import holders_of
        from games.platform.selectors.position import game_of, state_of
        from games.platform.services.authors import Author
        from games.platform.services.bots import bot_answer
        from games.platform.services.moves import submit

        match = Match.objects.get(pk=match_id)
        state = state_of(match)
        prompts = [p for p in game_of(match).rules.prompts(state) if (p.seat, p.key) == (seat, key)]
        if match.is_over or not prompts:
            return
        move = bot_answer(match, state, prompts[0], game_of(match).usual_bot)
        if move is None:
            move = game_of(match).rules.default(state, seat, key)
        by = Author(AuthorKind.PLAYER, holders_of(match)[seat][0])
        submit(match_id=match_id, seat=seat, key=key, move=move, by=by, now=at, announce=False)
        self.moves += 1
        self._moved(match_id, at)

    def _moved(self, match_id: int, at: datetime) -> None:
        from games.models import Match
        from games.platform.work.notices import notify_open

        notify_open(match_id=match_id, now=at)
        self.look(Match.objects.get(pk=match_id), at)

    def _sweep(self) -> None:
        from games.platform.services.deadlines import apply_due
        from games.platform.work.notices import send_mails
        from games.platform.work.sweep import sweep

        for task, pk in sweep(now=self.now):
            if task == "games.apply_due":
                self.moves += apply_due(match_id=pk, now=self.now)
            if task != "heavy.do_job":
                self._moved(pk, self.now)
        self.mails += send_mails(now=self.now)

    def idle_sweep(self) -> tuple[int, float]:
        """Queries and milliseconds of a sweep that finds nothing, mails included. Jobs of ended matches wait for
        `jobs_done`; here they are leased to somebody.
        """
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        from games.models import Job
        from games.platform.work.notices import send_mails
        from games.platform.work.sweep import LEASE, sweep

        Job.objects.filter(state=Job.State.PENDING).update(lease_until=self.now + LEASE)
        with CaptureQueriesContext(connection) as questions:
            began = perf_counter()
            found = sweep(now=self.now)
            send_mails(now=self.now)
            took = (perf_counter() - began) * 1000
        assert not found, found
        Job.objects.filter(state=Job.State.PENDING).update(lease_until=None)
        return len(questions), took


def jobs_done() -> dict[str, tuple[int, float]]:
    """Do the jobs of the ended matches; returns number and seconds by kind."""
    from games.models import Job
    from games.platform.work.jobs import do_job

    spent: dict[str, tuple[int, float]] = {}
    while rows := list(Job.objects.filter(state="pending").order_by("pk")):
        for job in rows:
            began = perf_counter()
            assert do_job(job.pk), Job.objects.get(pk=job.pk).error
            number, seconds = spent.get(job.kind, (0, 0.0))
            spent[job.kind] = number + 1, seconds + perf_counter() - began
    return spent


def papers(term: Term) -> Iterator[tuple[str, float, int]]:
    """Make the paper of each match that ended and of each session: kind, seconds and bytes."""
    from django.core.files.storage import default_storage

    from classrooms.assess.reports import papers as made

    wanted = [("team", {"match": match}) for match in term.matches() if match.status == "finished"]
    wanted += [("class", {"session": play_session}) for play_session in term.sessions]
    term.chance.shuffle(wanted)
    for kind, subject in wanted:
        (row,) = made.papers_for([made.described(kind, "en", **subject, full=kind == "team")])
        began = perf_counter()
        made.paper_make(paper=row)
        took = perf_counter() - began
        row.refresh_from_db()
        with default_storage.open(row.file.name) as file:
            yield kind, took, len(file.read())


def sizes() -> list[tuple[str, int, int]]:
    """Tables with rows and bytes, indexes and long texts included, after a VACUUM; the largest first."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute(
            "SELECT relname, n_live_tup, pg_total_relation_size(relid) FROM pg_stat_user_tables ORDER BY 3 DESC, 1"
        )
        found = [(name, pg_rows, size) for name, pg_rows, size in cursor.fetchall() if pg_rows]
        exact = []
        for name, _about, size in found:
            cursor.execute(f'SELECT count(*) FROM "{name}"')  # noqa: S608  a name of the catalogue
            exact.append((name, cursor.fetchone()[0], size))
    return exact


def run(courses: int) -> None:
    from games.models import Match

    began = perf_counter()
    empty = sum(size for _name, _rows, size in sizes())
    term = Term(courses)
    for match in term.matches():
        term.look(match, term.began)
    term.play(term.began + timedelta(hours=3))
    sweeps = [term.idle_sweep()]
    for day in (DAYS / 2, DAYS):
        term.play(term.began + timedelta(days=day))
        sweeps.append(term.idle_sweep())
    count, ended = Match.objects.count(), Match.objects.filter(status="finished").count()
    took = perf_counter() - began
    print(f"{courses} courses, {courses * STUDENTS} students, {count} matches, {ended} of them ended after {DAYS} days")
    print(f"{term.moves} moves, {term.mails} mails; simulated in {took:.0f} s")
    for name, (questions, milliseconds) in zip(("at the start", "in the middle", "at the end"), sweeps, strict=True):
        print(f"a sweep that finds nothing, {name:13} {questions} questions, {milliseconds:.0f} ms")
    _print_sizes(count, empty)
    for kind, (number, seconds) in sorted(jobs_done().items()):
        print(f"jobs: {kind:22} {number:5}, {seconds / number:6.2f} s each")
    _print_papers(term)
    print("with debriefs and papers:")
    _print_sizes(count, empty)


def _print_sizes(matches: int, empty: int) -> None:
    rows = sizes()
    total = sum(size for _name, _rows, size in rows) - empty
    print(f"{'table':34}{'rows':>9}{'a match':>9}{'bytes a match':>15}{'MB':>9}")
    for name, number, size in rows:
        if size / total > 0.005:
            print(f"{name:34}{number:9}{number / matches:9.1f}{size / matches:15.0f}{size / 1e6:9.1f}")
    print(f"{'all':34}{'':9}{'':9}{total / matches:15.0f}{total / 1e6:9.1f}")
    print(f"a year of {FORTNIGHTS} such sessions of each course: {FORTNIGHTS * total / 1e9:.1f} GB")


def _print_papers(term: Term) -> None:
    began, spent = perf_counter(), dict[str, list[tuple[float, int]]]()
    for kind, took, size in papers(term):
        spent.setdefault(kind, []).append((took, size))
        if perf_counter() - began > PAPERS_SECONDS:
            print(f"papers: only those of the first {PAPERS_SECONDS / 60:.0f} minutes, in an order by lot")
            break
    for kind, each in sorted(spent.items()):
        seconds, size = (sum(values) / len(each) for values in zip(*each, strict=True))
        print(f"papers: {kind:20} {len(each):5}, {seconds:6.2f} s and {size / 1000:.0f} kB each")


def main() -> int:
    parser = argparse.ArgumentParser(prog="benchmarks.term", description=__doc__)
    parser.add_argument("--courses", type=int, default=40)
    given = parser.parse_args()
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        print("No term here: DATABASE_URL names no PostgreSQL")
        return 0
    os.environ |= {"AUTO_ANALYSIS": "0"}
    with site():
        run(given.courses)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
