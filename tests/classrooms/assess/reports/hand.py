"""Carries out commands in a process of the site, line by line: `python -m tests.classrooms.assess.reports.hand`."""

import json
import os
import sys
from datetime import timedelta
from typing import Any

import django


def ask() -> int:
    """Two teams play to the end, and all reports are requested. Returns the number of reports."""
    from classrooms.assess.reports.batch import batch_request
    from tests.classrooms.assess.reports.conftest import session_of_tables
    from tests.classrooms.play.questions.asking import finish
    from tests.games.factories import person

    play_session = finish(session_of_tables([[person("amir"), person("lea")], [person("yuki")]]))
    kinds = ("class", "team", "student")
    return batch_request(play_session=play_session, language="en", kinds=kinds, full=False).papers.count()


def jobs() -> list[list[Any]]:
    """State and attempts of the jobs, in the order of the requests."""
    from games.models import Job

    return [list(row) for row in Job.objects.filter(kind="paper").order_by("pk").values_list("state", "attempts")]


def later() -> int:
    """Let leases expire and sweep. Returns the number of jobs that the sweep finds."""
    from games.models import Job
    from games.platform import clock
    from games.platform.work.sweep import sweep

    Job.objects.filter(kind="paper", state="running").update(lease_until=clock.now() - timedelta(seconds=1))
    return len(sweep(now=clock.now() + timedelta(seconds=5)))


def contents() -> list[str]:
    """The lines of the list in the ZIP."""
    from classrooms.assess.reports.batch import batch_progress, zip_blocks
    from classrooms.models import Session
    from tests.classrooms.assess.reports.pdf_structure import unzipped

    progress = batch_progress(Session.objects.get())
    files = unzipped(b"".join(zip_blocks(progress))) if progress else {}
    return sorted(name for name in files if name.endswith(".pdf") and files[name].startswith(b"%PDF-"))


def main() -> None:
    """Run each command of the standard input."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "domego_site.settings")
    django.setup()
    orders = {"ask": ask, "jobs": jobs, "later": later, "contents": contents}
    for line in sys.stdin:
        print(json.dumps(orders[json.loads(line)[0]]()), flush=True)  # noqa: T201  an answer


if __name__ == "__main__":
    main()
