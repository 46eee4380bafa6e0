"""Time and peak memory of a class's papers on two workers: `python -m benchmarks.papers [teams]`.

The papers are PDFs for 30 teams, a student of each, the class and its slides, shared by two processes. For comparison
WeasyPrint alone prints the same pages in as many processes: the same HTML, styles, tags and attachments. Then all
papers are requested again without changes. The database is temporary.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

TEAMS = 30
WORKERS = 2


def prepare(teams: int) -> dict[str, Any]:
    """Make a session whose teams bots have played, with frozen facts; the holder of the first seat made one move."""
    from django.core.management import call_command

    from classrooms.assess.reports import services
    from classrooms.assess.reports.batch import players_in
    from classrooms.assess.reports.papers import described, papers_for
    from classrooms.models import Paper
    from tests.classrooms.factories import course_of, session_of
    from tests.games.factories import person, play_on, played_by_bots

    call_command("migrate", verbosity=0)
    people = [[person(f"p{number}")] for number in range(teams)]
    play_session = session_of(course_of(), teams=people, started=True)
    wanted = [described(kind, "en", session=play_session) for kind in (Paper.Kind.CLASS, Paper.Kind.SLIDES)]
    for table in play_session.session_teams.select_related("match"):
        match = table.match
        assert match is not None
        play_on(match, 1)
        match.refresh_from_db()
        services.debrief_freeze(match=played_by_bots(match))
        wanted.append(described(Paper.Kind.TEAM, "en", match=match, full=True))
        wanted += [
            described(Paper.Kind.STUDENT, "en", match=match, user=user) for user in players_in([match])[match.pk]
        ]
    return {"papers": [paper.pk for paper in papers_for(wanted)]}


def work(numbers: list[int]) -> dict[str, Any]:
    """Make these papers in one worker; returns its measurements."""
    from classrooms.assess.reports.papers import paper_make
    from classrooms.models import Paper

    rows, pages, began = Paper.objects.select_related("match", "session__course", "user"), 0, perf_counter()
    for number in numbers:
        pages += paper_make(paper=rows.get(pk=number)).pages
    return measured(began, pages=pages, papers=len(numbers))


def draft(numbers: list[int], folder: str) -> dict[str, Any]:
    """The pages as HTML, with the files in them."""
    from classrooms.assess.reports.pdf import TEAM_PAGES, draft_of, printed
    from classrooms.models import Paper

    for paper in Paper.objects.filter(pk__in=numbers):
        made = draft_of(paper)
        if made.shorter is not None and (made.too_long or printed(made, most=99).pages > TEAM_PAGES):
            made = made.shorter()
        place = Path(folder) / str(paper.pk)
        place.mkdir()
        (place / "page.html").write_text(made.text)
        for name, content in made.files:
            (place / name).write_bytes(content)
    return {}


def bare(numbers: list[int], folder: str) -> dict[str, Any]:
    """Print the same pages with WeasyPrint alone."""
    from weasyprint import HTML, Attachment

    from classrooms.assess.reports.pdf import STATIC, StaticFetcher

    pages, began = 0, perf_counter()
    for number in numbers:
        place, fetcher = Path(folder) / str(number), StaticFetcher()
        text = (place / "page.html").read_text()
        files = [
            Attachment(string=path.read_bytes(), url_fetcher=fetcher, name=path.name)
            for path in place.iterdir()
            if path.name != "page.html"
        ]
        options: dict[str, Any] = {"pdf_variant": "pdf/ua-1", "attachments": files, "pdf_tags": True}
        laid_out = HTML(string=text, base_url=STATIC, url_fetcher=fetcher).render(**options)
        laid_out.write_pdf(**options)
        pages += len(laid_out.pages)
    return measured(began, pages=pages, papers=len(numbers))


def look(numbers: list[int]) -> dict[str, Any]:
    """Request papers again without changes."""
    return work(numbers)


def measured(began: float, **more: int) -> dict[str, Any]:
    """Seconds since `began` and the peak memory of this process in MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": perf_counter() - began, "peak": peak, **more}


STEPS = {"prepare": prepare, "work": work, "draft": draft, "bare": bare, "look": look}


def start_process(env: dict[str, str], *order: Any) -> "subprocess.Popen[str]":
    """Start a process of this program that answers in JSON."""
    command = [sys.executable, "-m", "benchmarks.papers", json.dumps(order)]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)


def answer(process: "subprocess.Popen[str]") -> dict[str, Any]:
    """The last line of the process's output, read as JSON."""
    output, _errors = process.communicate()
    if process.returncode:
        raise SystemExit(process.returncode)
    found: dict[str, Any] = json.loads(output.splitlines()[-1])
    return found


def main(teams: int) -> None:
    """Print all measurements."""
    with tempfile.TemporaryDirectory() as var:
        env = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
        env |= {"VAR_DIR": var, "DJANGO_SETTINGS_MODULE": "domego_site.settings_test", "LOG_LEVEL": "ERROR"}
        made = answer(start_process(env, "prepare", teams))["papers"]
        shares = [made[first::WORKERS] for first in range(WORKERS)]
        folder = Path(var) / "pages"
        folder.mkdir()

        def step(name: str, *more: str) -> list[dict[str, Any]]:
            return [answer(each) for each in [start_process(env, name, share, *more) for share in shares]]

        printed = step("work")
        step("draft", str(folder))
        alone = step("bare", str(folder))
        again = step("look")
    for name, rows in (("papers", printed), ("printer alone", alone), ("looked at again", again)):
        for row in rows:
            words = f"{row['papers']:3} papers {row['pages']:4} pages {row['seconds']:6.1f} s {row['peak']:5.0f} MB"
            print(f"{name:16} {words}")
    whole, bare_seconds, looked = (sum(row["seconds"] for row in rows) for rows in (printed, alone, again))
    print(f"ratio            {whole / bare_seconds:.2f} of the printer alone with the same pages")
    print(f"                 {looked / whole:.2f} of it to find that nothing changed")


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1].startswith("["):
        import django

        django.setup()
        name, *given = json.loads(sys.argv[1])
        print(json.dumps(STEPS[name](*given)))
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else TEAMS)
