"""Time and peak memory of a class's reports on two workers: `python -m benchmarks.reports [teams]`.

30 teams and one class, as a PDF each, shared by two processes; beside it, the same documents as bare HTML. On a
database of its own that is thrown away.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from time import perf_counter
from typing import Any

TEAMS = 30
WORKERS = 2


def prepare(teams: int) -> dict[str, Any]:
    """A session whose teams bots have played, with frozen facts and charts."""
    from django.core.management import call_command

    from classrooms.reports import reports, services
    from tests.classrooms.factories import course_of, session_of
    from tests.games.factories import played_by_bots

    call_command("migrate", verbosity=0)
    play_session = session_of(course_of(), teams=teams, started=True)
    made = []
    for table in play_session.session_teams.select_related("match"):
        assert table.match is not None
        debrief = services.debrief_freeze(match=played_by_bots(table.match))
        services.charts_draw(debrief=debrief, language="en")
        made.append(reports.report_of("team", "en", match=table.match, full=True).pk)
    made.append(reports.report_of("class", "en", session=play_session).pk)
    return {"reports": made}


def work(numbers: list[int]) -> dict[str, Any]:
    """What one worker prints."""
    from classrooms.models import Report
    from classrooms.reports.reports import report_make

    began, pages = perf_counter(), 0
    for number in numbers:
        pages += report_make(report=Report.objects.get(pk=number)).pages
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": perf_counter() - began, "peak": peak, "pages": pages, "reports": len(numbers)}


def bare() -> dict[str, Any]:
    """The same documents as HTML, in one process."""
    from django.template.loader import render_to_string
    from django.utils import translation

    from classrooms.models import Debrief, Session
    from classrooms.reports.class_report import class_document
    from classrooms.reports.document import document

    began = perf_counter()
    with translation.override("en"):
        for debrief in Debrief.objects.select_related("match"):
            shown = document(debrief, "en", paper=True, full=True)
            render_to_string("classrooms/reports/document.html", shown)
        render_to_string("classrooms/reports/class.html", class_document(Session.objects.get(), "en", paper=True))
    return {"seconds": perf_counter() - began}


def told(env: dict[str, str], *order: Any) -> "subprocess.Popen[str]":
    """A process of this program that answers in JSON."""
    command = [sys.executable, "-m", "benchmarks.reports", json.dumps(order)]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)


def answer(process: "subprocess.Popen[str]") -> dict[str, Any]:
    """What it said last."""
    output, _errors = process.communicate()
    if process.returncode:
        raise SystemExit(process.returncode)
    found: dict[str, Any] = json.loads(output.splitlines()[-1])
    return found


def main(teams: int) -> None:
    """Print what it took."""
    with tempfile.TemporaryDirectory() as var:
        env = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
        env |= {"VAR_DIR": var, "DJANGO_SETTINGS_MODULE": "domego_site.settings_test", "LOG_LEVEL": "ERROR"}
        made = answer(told(env, "prepare", teams))["reports"]
        html = answer(told(env, "bare"))["seconds"]
        began = perf_counter()
        shares = [made[first::WORKERS] for first in range(WORKERS)]
        workers = [answer(each) for each in [told(env, "work", share) for share in shares]]
        seconds = perf_counter() - began
    for number, row in enumerate(workers, start=1):
        words = f"{row['reports']:3} reports {row['pages']:4} pages {row['seconds']:6.1f} s {row['peak']:5.0f} MB"
        print(f"worker {number} {words}")
    pages = sum(row["pages"] for row in workers)
    print(f"in all   {len(made):3} reports {pages:4} pages {seconds:6.1f} s, start of the workers included")
    busy = sum(row["seconds"] for row in workers)
    print(f"ratio    {busy / html:.1f} of the {html:.1f} s for the same documents as bare HTML")


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1].startswith("["):
        import django

        django.setup()
        name, *given = json.loads(sys.argv[1])
        print(json.dumps({"prepare": prepare, "work": work, "bare": bare}[name](*given)))
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else TEAMS)
