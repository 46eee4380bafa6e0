"""How long does the monitor of a large session take? `python -m benchmarks.monitor [TIMES] [TEAMS]`.

100 teams at mid-game, each with six people. The page as an instructor gets it, with all matches known from the last
look, after one match moved, and with none known; beside a bare page of the same size, and the answer that nothing
changed.
"""

import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time
from typing import Any

from benchmarks._site import site

AIM = 300
TEAMS = 100
SEATS = 6
MOVES = 22
"""Domego's default moves up to the seventh of twelve activities."""


Case = tuple[Callable[[], Any], Callable[[], Any]]
"""The preparation, and the measured call."""


def a_session(teams: int) -> tuple[Any, Any]:
    """Its instructor and the session: one match is played, the others are the same rows copied."""
    from classrooms.models import Session, User
    from games.models import Decision, Event, Match, Move
    from tests.classrooms.factories import course_of, session_of
    from tests.games.factories import person, play_on

    teacher = person()
    names = [f"student-{teams}-{number}" for number in range(SEATS * teams)]
    everybody = User.objects.bulk_create(User(username=name, display_name=name.title()) for name in names)
    people = [everybody[SEATS * team : SEATS * (team + 1)] for team in range(teams)]
    course = course_of(teacher, [user for team in people for user in team])
    play_session: Session = session_of(course, teams=people, started=True)
    matches = list(Match.objects.filter(session_team__session=play_session).order_by("pk"))
    first = play_on(matches[0], MOVES)
    Move.objects.filter(match__in=matches[1:]).delete()
    Decision.objects.filter(match__in=matches[1:]).delete()
    for match in matches[1:]:
        for each in first.moves.order_by("number"):
            events = list(each.events.order_by("number"))
            each.pk, each.match = None, match
            each.save()
            Event.objects.bulk_create(_copies(events, match, move=each))
        Decision.objects.bulk_create(_copies(list(first.decisions.all()), match, closed_by=None))
        match.state, match.number, match.revision = first.state, first.number, first.revision
        match.save()
    return teacher, play_session


def _copies(rows: list[Any], match: Any, **more: Any) -> list[Any]:
    for row in rows:
        row.pk, row.match = None, match
        for name, value in more.items():
            setattr(row, name, value)
    return rows


def measure(times: int, teams: int) -> tuple[dict[str, list[tuple[float, float]]], int, int]:
    """Milliseconds of each way to ask (on the clock and of this process), bytes of the page, and the most queries of a
    way.
    """
    from django.core.cache import cache
    from django.db import connection
    from django.db.models import F
    from django.http import HttpResponse
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.urls import clear_url_caches
    from django.urls import path as address

    from domego_site import urls
    from games.models import Match

    teacher, play_session = a_session(teams)
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(teacher)
    path = f"/sessions/{play_session.pk}/monitor/"
    content = client.get(path).content
    urls.urlpatterns.insert(0, address("bare/", lambda request: HttpResponse(content)))
    clear_url_caches()
    last = Match.objects.filter(session_team__session=play_session).latest("pk").pk

    def asked() -> Any:
        return client.get(path)

    tag: list[str] = []

    def look() -> None:
        tag[:] = [client.get(f"{path}live/")["ETag"]]

    def unchanged() -> Any:
        return client.get(f"{path}live/", HTTP_IF_NONE_MATCH=tag[0])

    def moved() -> None:
        Match.objects.filter(pk=last).update(revision=F("revision") + 1)

    cases: dict[str, Case] = {
        "all as before": (lambda: None, asked),
        "one match moved": (moved, asked),
        "no match known": (cache.clear, asked),
        "nothing changed (304)": (look, unchanged),
        "bare page of this size": (lambda: None, lambda: client.get("/bare/")),
    }
    spent = _timed(cases, times, lambda: client.force_login(teacher))
    cache.clear()
    client.force_login(teacher)
    with CaptureQueriesContext(connection) as questions:
        asked()
    return spent, len(content), len(questions)


def _timed(cases: dict[str, Case], times: int, sign_in: Callable[[], None]) -> dict[str, list[tuple[float, float]]]:
    """Each case so many times, by turns."""
    from django.core.cache import cache

    spent: dict[str, list[tuple[float, float]]] = {name: [] for name in cases}
    for turn in range(times + 3):
        for name, (before, ask) in cases.items():
            before()
            if before == cache.clear:
                sign_in()  # sessions are in the cache
            began = perf_counter(), process_time()
            answer = ask()
            took = (perf_counter() - began[0]) * 1000, (process_time() - began[1]) * 1000
            if turn >= 3 and (answer.status_code == 304) == ("304" in name):  # a minute may have begun
                spent[name].append(took)
    return spent


def main(times: int, teams: int) -> None:
    """Print the times, and the page's ratio to its aim and to a bare one."""
    with site() as engine:
        spent, size, questions = measure(times, teams)
    bare = median(clock for clock, _own in spent["bare page of this size"])
    print(f"monitor of {teams} teams, {size / 1000:.0f} kB, {questions} questions to the database ({engine})")
    for name, each in spent.items():
        middle, own = median(clock for clock, _own in each), median(own for _clock, own in each)
        words = ""
        if name in ("all as before", "one match moved", "no match known"):
            words = f"  {middle / AIM:4.2f} of the {AIM} ms aimed at: {'met' if middle <= AIM else 'missed'}"
            words += f", {middle / bare:.0f} times a bare page"
        print(f"{name:23} {middle:7.1f} ms median ({own:6.1f} of this process){words}")


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:]]
    main(*(numbers + [40, TEAMS][len(numbers) :]))
