"""A room of 600: `python -m benchmarks.room [--teams 100] [--times 7]`.

A session of Domego has so many teams of six. Its tables are laid and started by the lecturer's buttons; then each page
is requested as its reader: while the room waits, at mid-game and after the end. Prints milliseconds of the first
request and in the median, queries, and bytes. The objects left from making the sessions are frozen for the garbage
collector, as a web process does after loading.
"""

import argparse
import gc
from collections.abc import Mapping
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from benchmarks._site import site
from benchmarks.monitor import SEATS, a_session

AIM = 300.0
"""Milliseconds for a page."""
START_AIM = 10.0
"""Seconds for the start of all tables."""


class Page(NamedTuple):
    """A request: its reader and its address."""

    reader: Any
    address: str


class Timed(NamedTuple):
    """Milliseconds of the first request, in the median on the clock and of the processor; queries; bytes."""

    first: float
    middle: float
    own: float
    queries: int
    size: int


def timed(pages: Mapping[str, Page], times: int) -> dict[str, Timed]:
    """Each page so many times."""
    from django.core.cache import cache
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    gc.collect()
    gc.freeze()
    found = {}
    for name, page in pages.items():
        cache.clear()
        client = Client(SERVER_NAME="127.0.0.1")
        if page.reader is not None:
            client.force_login(page.reader)
        spent: list[tuple[float, float]] = []
        for _turn in range(times + 1):
            began = perf_counter(), process_time()
            answer = client.get(page.address)
            spent.append(((perf_counter() - began[0]) * 1000, (process_time() - began[1]) * 1000))
            assert answer.status_code == 200, (name, answer.status_code)
        with CaptureQueriesContext(connection) as queries:
            client.get(page.address)
        later = spent[1:]
        found[name] = Timed(
            spent[0][0],
            median(clock for clock, _own in later),
            median(own for _clock, own in later),
            len(queries),
            len(answer.content),
        )
    return found


def started(teams: int) -> tuple[dict[str, Timed], float, float]:
    """A session whose tables are laid and started by the pages' buttons: its lobby between them, and the seconds of
    both.
    """
    from django.test import Client

    from classrooms.models import SeatPlan, Session, User
    from classrooms.play.sessions import services as sessions
    from games.platform import pace
    from tests.classrooms.factories import course_of, team_of
    from tests.games.factories import GAME, person

    teacher = person("teacher-of-the-room")
    names = [f"in-the-room-{number}" for number in range(SEATS * teams)]
    everybody = User.objects.bulk_create(User(username=name, display_name=name.title()) for name in names)
    people = [everybody[SEATS * team : SEATS * (team + 1)] for team in range(teams)]
    course = course_of(teacher, everybody)
    room = sessions.session_create(course=course, by=teacher, game=GAME, title="The room", pace=pace.Pace())
    tables = [team_of(course, people, number) for number in range(teams)]
    sessions.tables_choose(session_id=room.pk, teams=tables, others=0)
    SeatPlan.objects.bulk_create(
        SeatPlan(session_team=table, seat=seat, user=user)
        for table, seated in zip(room.session_teams.order_by("position"), people, strict=True)
        for seat, user in enumerate(seated)
    )
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(teacher)

    def pressed(act: str, **fields: str) -> float:
        began = perf_counter()
        answer = client.post(f"/sessions/{room.pk}/{act}/", fields)
        assert answer.status_code == 302, (act, answer.status_code)
        return perf_counter() - began

    opened = pressed("open")
    waiting = timed(
        {
            "lobby": Page(teacher, f"/sessions/{room.pk}/lobby/"),
            "lobby of a student": Page(everybody[0], f"/sessions/{room.pk}/lobby/"),
        },
        3,
    )
    begun = pressed("start", sure="1")
    assert Session.objects.get(pk=room.pk).status == "running"
    return waiting, opened, begun


def playing(teams: int, times: int) -> dict[str, Timed]:
    """The pages of a session at mid-game."""
    from classrooms.models import Enrolment
    from classrooms.play.sessions.services.projecting import projector_token

    teacher, room = a_session(teams)
    student = Enrolment.objects.filter(course=room.course, role="student").earliest("pk").user
    match = room.session_teams.earliest("position").match_id
    place = f"/sessions/{room.pk}"
    return timed(
        {
            "monitor": Page(teacher, f"{place}/monitor/"),
            "comparison": Page(teacher, f"{place}/compare/"),
            "projector": Page(None, f"/projector/{projector_token(room)}/"),
            "mail to teams": Page(teacher, f"{place}/mails/"),
            "interventions": Page(teacher, f"{place}/interventions/"),
            "polls": Page(teacher, f"{place}/questions/polls/"),
            "people": Page(teacher, f"/courses/{room.course_id}/people/"),
            "teams": Page(teacher, f"/courses/{room.course_id}/teams/"),
            "home of a student": Page(student, "/games/"),
            "table of a student": Page(student, f"/matches/{match}/"),
        },
        times,
    )


def ended(teams: int, times: int) -> dict[str, Timed]:
    """The pages of a session whose matches are over."""
    from classrooms.assess.grading.services.grades import grades_compute
    from classrooms.assess.reports import services
    from tests.classrooms.factories import course_of, session_of
    from tests.games.factories import person, play_on

    teacher = person("teacher-after-all")
    people = [[person(f"after-all-{team}-{seat}") for seat in range(SEATS)] for team in range(teams)]
    course = course_of(teacher, [user for team in people for user in team])
    room = session_of(course, teams=people, started=True)
    for table in room.session_teams.select_related("match").order_by("pk"):
        play_on(table.match, 10**6)
        services.debrief_freeze(match=table.match)
    grades_compute(play_session=room)
    match = room.session_teams.earliest("position").match_id
    place = f"/sessions/{room.pk}"
    return timed(
        {
            "comparison": Page(teacher, f"{place}/compare/"),
            "grades": Page(teacher, f"{place}/grades/"),
            "publish": Page(teacher, f"{place}/grades/publish/"),
            "reports": Page(teacher, f"{place}/reports/"),
            "class report": Page(teacher, f"{place}/reports/class/"),
            "slides": Page(teacher, f"{place}/reports/slides/"),
            "debrief": Page(people[0][0], f"/matches/{match}/debrief/"),
        },
        times,
    )


def main() -> None:
    """Print a line for each page, and the seconds of the start."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--teams", type=int, default=100)
    parser.add_argument("--times", type=int, default=7)
    asked = parser.parse_args()
    with site() as engine:
        waiting, opened, begun = started(asked.teams)
        parts = {
            "before": waiting,
            "playing": playing(asked.teams, asked.times),
            "ended": ended(asked.teams, asked.times),
        }
    print(f"{asked.teams} teams, {SEATS * asked.teams} students ({engine})")
    for name, seconds in (("tables laid", opened), ("tables started", begun)):
        print(f"{name:20} {seconds:6.1f} s, {seconds / START_AIM:4.2f} of {START_AIM:.0f}")
    for part, pages in parts.items():
        for name, page in pages.items():
            verdict = "met" if page.middle <= AIM else "missed"
            print(
                f"{part:8} {name:19} {page.middle:6.0f} ms, {page.middle / AIM:4.2f} of {AIM:.0f}: {verdict:6}  "
                f"first {page.first:5.0f}, processor {page.own:5.0f}, {page.queries:3} queries, "
                f"{page.size / 1000:5.0f} kB"
            )


if __name__ == "__main__":
    main()
