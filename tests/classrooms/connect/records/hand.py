"""Carries out commands in a process of the site, line by line: `python -m tests.classrooms.connect.records.hand`."""

import json
import os
import sys
from typing import Any

import django


def play_some(number: int) -> int:
    """People play a session of so many teams to its end. Returns the number of their decisions."""
    from games.models import AuthorKind, Match, Move
    from games.platform import clock
    from tests.classrooms.connect.records.playing import play
    from tests.classrooms.factories import course_of, session_of
    from tests.games.factories import person

    people = [[person(f"zoe{table}"), person(f"max{table}")] for table in range(number)]
    course = course_of(person("claire"), [each for table in people for each in table])
    session = session_of(course, teams=people, started=True, scenario="classic")
    Match.objects.update(started_at=clock.now())
    for table in session.session_teams.all():
        play(table.match)
    return Move.objects.filter(author_kind=AuthorKind.PLAYER).count()


def look() -> int:
    """Request the jobs that the sweep finds. Returns their number."""
    from classrooms.connect.records.learning import records_request
    from games.platform import clock

    return len(records_request(now=clock.now()))


def later() -> int:
    """Let leases expire and sweep. Returns the number of jobs that the sweep finds."""
    from datetime import timedelta

    from games.models import Job
    from games.platform import clock
    from games.platform.work.sweep import sweep

    Job.objects.filter(state="running").update(lease_until=clock.now() - timedelta(seconds=1))
    return len(sweep(now=clock.now() + timedelta(seconds=5)))


def marks() -> list[Any]:
    """Was each match sent as a whole? The answers are in the order of matches."""
    from classrooms.models import RecordMark

    return list(RecordMark.objects.order_by("match").values_list("is_whole", flat=True))


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "domego_site.settings")
    django.setup()
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        print(json.dumps(globals()[name](*arguments)), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
