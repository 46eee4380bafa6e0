"""Time and peak memory of a debrief's PDF beside those of a bare page: `python -m benchmarks.pdf`.

Each is made in a process of its own, as a worker's first, on a database of its own that is thrown away.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from time import perf_counter
from typing import Any

BARE = "<!doctype html><html lang=en><title>Bare</title><body><h1>One page</h1><p>And a line of text.</p>"


def prepare() -> dict[str, Any]:
    """Set up the database and let bots play the match."""
    from django.core.management import call_command

    from classrooms.reports import services
    from games.models import Match
    from games.services.bots import play_bots
    from games.services.matches import match_create, match_start

    call_command("migrate", verbosity=0)
    roles = ["owner", "architect", "engineer", "inspector", "structure", "fitout"]
    match = match_start(match_id=match_create(game="domego", roles=roles, by=None, seed=bytes(32)).pk)
    play_bots(match_id=match.pk)
    debrief = services.debrief_freeze(match=Match.objects.get(pk=match.pk))
    began = perf_counter()
    drawn = services.charts_draw(debrief=debrief, language="en")
    return {"charts": drawn, "seconds": perf_counter() - began}


def bare() -> dict[str, Any]:
    """Print one page without a style."""
    from weasyprint import HTML

    began = perf_counter()
    content = HTML(string=BARE).write_pdf(pdf_variant="pdf/ua-1")
    return measured(began, 1, len(content))


def debrief() -> dict[str, Any]:
    """Print the debrief in English."""
    import weasyprint  # noqa: F401  its import is not what is measured

    from classrooms.models import Debrief
    from classrooms.reports.pdf import printed

    made = Debrief.objects.select_related("match").get()
    began = perf_counter()
    paper = printed(made, "en")
    return measured(began, paper.pages, len(paper.content))


def measured(began: float, pages: int, size: int) -> dict[str, Any]:
    """What a process spent since `began`, and its peak memory in MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": perf_counter() - began, "peak": peak, "pages": pages, "kilobytes": size / 1024}


STEPS = {"prepare": prepare, "bare": bare, "debrief": debrief}


def main() -> None:
    """Run the three steps and print both papers with their ratio."""
    with tempfile.TemporaryDirectory() as var:
        env = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
        env |= {"VAR_DIR": var, "DJANGO_SETTINGS_MODULE": "domego_site.settings_test", "LOG_LEVEL": "ERROR"}
        told = {}
        for step in STEPS:
            command = [sys.executable, "-m", "benchmarks.pdf", step]
            done = subprocess.run(command, env=env, check=True, capture_output=True, text=True)
            told[step] = json.loads(done.stdout.splitlines()[-1])
    print(f"charts    {told['prepare']['charts']} drawn in {told['prepare']['seconds']:.2f} s, the first of a process")
    for name in ("bare", "debrief"):
        row = told[name]
        words = f"{row['pages']:3} pages  {row['kilobytes']:4.0f} kB  {row['seconds']:6.3f} s  {row['peak']:4.0f} MB"
        print(f"{name:9} {words}")
    seconds, peak = (told["debrief"][key] / told["bare"][key] for key in ("seconds", "peak"))
    a_page = seconds / told["debrief"]["pages"]
    print(f"ratio     time {seconds:.0f} of a bare page ({a_page:.1f} a page), peak memory {peak:.2f}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        import django

        django.setup()
        print(json.dumps(STEPS[sys.argv[1]]()))
    else:
        main()
