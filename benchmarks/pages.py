"""Pages of a large course: `python -m benchmarks.pages [--teams 50] [--times 15]`.

A session of Domego at mid-game has so many teams of six, another one a fifth as many. Each page is requested as its
reader, warm. Prints milliseconds, and the number of queries in both sessions, which should be equal. The objects left
from making the sessions are frozen for the garbage collector, as a web process does after loading.
"""

import argparse
import gc
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks._site import site
from benchmarks.monitor import a_session

AIM = 150.0
"""Milliseconds."""


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


def main() -> None:
    """Print a line for each page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--teams", type=int, default=50)
    parser.add_argument("--times", type=int, default=15)
    asked = parser.parse_args()
    with site() as engine:
        few, many = measured(asked.teams // 5, asked.times), measured(asked.teams, asked.times)
    print(f"{asked.teams} teams, {6 * asked.teams} students ({engine}); questions also for {asked.teams // 5} teams")
    for name, (took, questions, size) in many.items():
        verdict = "met" if took <= AIM else "missed"
        print(
            f"{name:18} {took:6.0f} ms, {took / AIM:4.2f} of {AIM:.0f}: {verdict:6}  "
            f"{questions:3} questions ({few[name][1]})  {size / 1000:5.0f} kB"
        )


if __name__ == "__main__":
    main()
