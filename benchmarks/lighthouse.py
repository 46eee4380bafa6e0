"""Lighthouse's mobile preset on the pages that people open most: `python -m benchmarks.lighthouse [--runs 3]`.

The demo as `manage.py run` starts it; a slow phone on a slow line is simulated by Lighthouse itself. Lighthouse is
installed by npm under var/ and runs in the Chromium of this machine. Prints the median run of each page.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks._running import running_site
from domego_site import paths

LIGHTHOUSE = "lighthouse@12.8.2"
"""The newest version for Node 20."""
AIM = 95
SESSIONS = """
import json
from benchmarks.chaos.hand import _session
from django.contrib.auth import get_user_model
from classrooms.models import Session
from games.models import Match, Status
lea, teacher = (get_user_model().objects.get(username=name) for name in ("lea", "instructor"))
table = Match.objects.filter(status=Status.RUNNING, seats__holders__user=lea).order_by("pk").first()
session = Session.objects.filter(status="running").order_by("pk").first()
over = Match.objects.filter(status=Status.FINISHED, seats__holders__user=lea).order_by("pk").first()
print("MADE" + json.dumps({
    "home": ["/games/", _session(lea)], "table": [f"/matches/{table.pk}/", _session(lea)],
    "monitor": [f"/sessions/{session.pk}/monitor/", _session(teacher)],
    "debrief": [f"/matches/{over.pk}/debrief/", _session(lea)],
}))
"""
FIGURES = {
    "first-contentful-paint": "first content",
    "largest-contentful-paint": "largest content",
    "total-blocking-time": "blocked",
}


@contextmanager
def demo() -> Iterator[tuple[int, dict[str, list[str]]]]:
    """The port of the demo, and the address and session of each page."""
    with running_site("--demo", EXPECTED_END="0") as site:
        time.sleep(60)  # the demo's bots have played, its papers are made
        yield site.port, json.loads(site.manage("shell", "-c", SESSIONS).partition("MADE")[2])


def program() -> Path:
    """The path of Lighthouse's command, which is installed if necessary."""
    home = paths.VAR_DIR / "lighthouse"
    command = home / "node_modules" / ".bin" / "lighthouse"
    if not command.exists():
        home.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--silent", "--prefix", home, LIGHTHOUSE], check=True, capture_output=True)
    return command


def judged(url: str, session: str) -> dict[str, Any]:
    """The scores of one run."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        raise SystemExit("There is no Chromium. To mend: apt-get install -y chromium")
    done = subprocess.run(
        [
            program(), url, "--quiet", "--output=json", "--only-categories=performance",
            "--chrome-flags=--headless=new --no-sandbox",
            f"--extra-headers={json.dumps({'Cookie': f'sessionid={session}'})}",
        ],
        check=True, capture_output=True, text=True, env={**os.environ, "CHROME_PATH": chromium},
    )  # fmt: skip
    found: dict[str, Any] = json.loads(done.stdout)
    if found.get("runtimeError"):
        raise SystemExit(f"{url}: {found['runtimeError']['message']}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    print(f"# {LIGHTHOUSE}, mobile preset, {os.cpu_count()} cores, median of {given.runs} runs")
    with demo() as (port, pages):
        for name, (path, session) in pages.items():
            runs = sorted(
                (judged(f"http://127.0.0.1:{port}{path}", session) for _ in range(given.runs)),
                key=lambda run: run["categories"]["performance"]["score"],
            )
            scores = [round(100 * run["categories"]["performance"]["score"]) for run in runs]
            audits = runs[len(runs) // 2]["audits"]
            told = ", ".join(f"{words} {audits[key]['displayValue']}" for key, words in FIGURES.items())
            size = audits["total-byte-weight"]["numericValue"] / 1000
            score = statistics.median(scores)
            verdict = "met" if score >= AIM else "not met"
            print(f"{name:8} {score:3.0f} ({scores}), aim {AIM}: {verdict}; {told}; {size:.0f} kB")


if __name__ == "__main__":
    main()
