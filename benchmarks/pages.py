"""Pages of a large course: `python -m benchmarks.pages [--teams 50] [--times 15]`.

A session of Domego at mid-game has so many teams of six, another one a fifth as many. Each page is requested as its
reader, warm. Prints milliseconds, and the number of queries in both sessions, which should be equal. Then it prints the
processor time of the pages of a finished session of six teams, warm and at the first request. The objects left from
making the sessions are frozen for the garbage collector, as a web process does after loading.
"""

import argparse
import gc
from statistics import median
from time import perf_counter, process_time
from typing import Any

from benchmarks._site import site
from benchmarks.monitor import a_session

AIM = 150.0
"""Milliseconds."""
AIM_AFTER = 300.0
"""Milliseconds of the processor for a page of a finished session of six teams."""


def pages_of(play_session: Any) -> dict[str, tuple[str, bool]]:
    """The address of each page, and whether a student reads it."""
    course = play_session.course_id
    return {
        "monitor": (f"/sessions/{play_session.pk}/monitor/", False),
        "comparison": (f"/sessions/{play_session.pk}/compare/", False),
        "grades": (f"/sessions/{play_session.pk}/grades/", False),
        "reports": (f"/sessions/{play_session.pk}/reports/", False),
        "people": (f"/courses/{course}/people/", False),
        "course": (f"/courses/{course}/", False),
        "today": ("/today/", False),
        "home of staff": ("/games/", False),
        "home of a student": ("/games/", True),
    }


def measured(teams: int, times: int) -> dict[str, tuple[float, int, int]]:
    """Median milliseconds, questions and bytes of each page."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from classrooms.models import Enrolment

    teacher, play_session = a_session(teams)
    student = Enrolment.objects.filter(course=play_session.course, role="student").earliest("pk").user
    gc.collect()
    gc.freeze()
    found = {}
    for name, (address, as_student) in pages_of(play_session).items():
        client = Client(SERVER_NAME="127.0.0.1")
        client.force_login(student if as_student else teacher)
        spent = []
        for _turn in range(times + 2):
            began = perf_counter()
            answer = client.get(address)
            spent.append((perf_counter() - began) * 1000)
            assert answer.status_code == 200, (name, answer.status_code)
        with CaptureQueriesContext(connection) as questions:
            client.get(address)
        found[name] = median(spent[2:]), len(questions), len(answer.content)
    return found


def measured_after(times: int) -> dict[str, tuple[float, float]]:
    """Milliseconds of the processor for each page of a finished session, at the first request and in the median."""
    from django.test import Client

    from classrooms.assess.grading.services.grades import grades_compute
    from classrooms.assess.reports import services
    from tests.classrooms.factories import course_of, session_of
    from tests.games.factories import person, play_on

    teacher = person("teacher-of-six")
    teams = [[person(f"{team}-{seat}") for seat in range(6)] for team in range(6)]
    play_session = session_of(course_of(teacher), teams=teams, started=True)
    matches = [row.match for row in play_session.session_teams.select_related("match").order_by("pk")]
    for match in matches:
        play_on(match, 10**6)
        services.debrief_freeze(match=match)
    grades_compute(play_session=play_session)
    gc.collect()
    gc.freeze()
    place = f"/sessions/{play_session.pk}"
    pages = {
        "grades": f"{place}/grades/",
        "publish": f"{place}/grades/publish/",
        "class report": f"{place}/reports/class/",
        "slides": f"{place}/reports/slides/",
        "debrief": f"/matches/{matches[0].pk}/debrief/",
    }
    client, found = Client(SERVER_NAME="127.0.0.1"), {}
    client.force_login(teacher)
    for name, address in pages.items():
        spent = []
        for _turn in range(times + 1):
            began = process_time()
            assert client.get(address).status_code == 200, name
            spent.append((process_time() - began) * 1000)
        found[name] = spent[0], median(spent[1:])
    return found


def main() -> None:
    """Print a line for each page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--teams", type=int, default=50)
    parser.add_argument("--times", type=int, default=15)
    asked = parser.parse_args()
    with site() as engine:
        few, many = measured(asked.teams // 5, asked.times), measured(asked.teams, asked.times)
        after = measured_after(asked.times)
    print(f"{asked.teams} teams, {6 * asked.teams} students ({engine}); questions also for {asked.teams // 5} teams")
    for name, (took, questions, size) in many.items():
        verdict = "met" if took <= AIM else "missed"
        print(
            f"{name:18} {took:6.0f} ms, {took / AIM:4.2f} of {AIM:.0f}: {verdict:6}  "
            f"{questions:3} questions ({few[name][1]})  {size / 1000:5.0f} kB"
        )
    print("6 teams, 36 students, finished; processor time")
    for name, (first, took) in after.items():
        verdict = "met" if took <= AIM_AFTER else "missed"
        print(
            f"{name:18} {took:6.0f} ms, {took / AIM_AFTER:4.2f} of {AIM_AFTER:.0f}: {verdict:6}  first {first:5.0f} ms"
        )


if __name__ == "__main__":
    main()
