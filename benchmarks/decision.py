"""From a decision to the next page: `python -m benchmarks.decision [--players 24] [--seconds 30] [--game domego]`.

The site runs as `manage.py run` starts it, on SQLite and its own broker, or on the servers that DATABASE_URL and
REDIS_URL name. So many people play full matches, each with an open page. A player with a pending decision sends the
page's form and gets the changed regions, in a closed loop. The other players listen to the stream of news and fetch the
regions when news come. With `--plain` nobody has scripts: a form is answered by a whole page, and waiting players load
the page every two seconds. With `--players 1` one person holds all seats of a match.

In the same run oTree on the same Python has as many participants (benchmarks/_otree.py). First they send its page of
two fields. Then they do the same job as ours, in groups with live pages. `--alone` leaves oTree out.

Prints decisions a second, milliseconds from sending to the next page, bytes, and milliseconds of processor time by
process. The generator is the processor time of the people. Before that it prints the times of one user on the quiet
site, and the cost of an open page that asks for news when there are none. `--humane MINUTES` measures instead as many
tables as are answered promptly at the pace of people (benchmarks/_humane.py). `--json` writes all figures to
benchmarks/results/decision.json.
"""

import argparse
import json
import math
import os
import sys
import time
from argparse import Namespace
from typing import Any

from benchmarks import _otree
from benchmarks._crowd import Crowd
from benchmarks._figures import Figures, measured, plain
from benchmarks._humane import EVERY, Room, humane
from benchmarks._processes import keep_on
from benchmarks._report import RESULTS
from benchmarks._running import Running
from benchmarks._tables import Maker, our_site, seats_of, settled

WARM = 3.0
"""Seconds until figures count, after everybody has read a page."""
PATIENCE = 60.0
QUIET = 10.0
"""Seconds of one user on the quiet site."""
QUIET_TABLES = 8
"""Matches for this user, who leaves each of them early."""
MATCH = 10.0
"""Seconds that a match lasts at least in a closed loop: so often a table needs another one."""


def all_open(crowd: Crowd, groups: int, people: int) -> Crowd:
    """Have these groups play, and wait until so many people have read a page."""
    crowd.open(groups)
    until = time.monotonic() + PATIENCE
    while crowd.report()["answers"]["page 200"] < people and time.monotonic() < until:
        time.sleep(0.5)
    time.sleep(WARM)
    return crowd


def ours(given: Namespace, site: Running, maker: Maker, tables: int) -> dict[str, Figures]:
    """Our site: one user, requests that find nothing new, and decisions."""
    found, pids = {}, site.pids()
    places = maker.make(tables * (1 + math.ceil(given.seconds / MATCH)))
    people = sum(map(len, places[:tables]))
    options = {"plain": given.plain, "every": 0.0}
    with Crowd("quiet", site.port, maker.make(QUIET_TABLES), **options) as crowd:
        all_open(crowd, 1, 1)
        kinds = ("read", "decision", "304")
        found["quiet"] = measured("one user", crowd, pids, QUIET, kinds=kinds, what="answer")
    one = found["quiet"].kinds
    medians = ", ".join(f"{name} {one[name].median:.0f} ms" for name in ("read", "decision", "304") if name in one)
    print(f"one user, quiet site, medians: {medians}", flush=True)
    with Crowd("asking", site.port, places[:tables], **options) as crowd:
        all_open(crowd, tables, people)
        seconds = given.seconds / 2
        found["304"] = measured("nothing new (304)", crowd, pids, seconds, kinds=("304",), what="request")
    found["304"].show()
    with Crowd("tables", site.port, places, **options) as crowd:
        found["decisions"] = measured(given.game, all_open(crowd, tables, people), pids, given.seconds)
    found["decisions"].show()
    return found


def others(given: Namespace, tables: int, seats: int, size: int) -> dict[str, Figures]:
    """oTree: its page of two fields, and the same job as ours with pages of this size."""
    found = {}
    players = 1 if given.players == 1 else tables * seats
    rounds = int(given.seconds * 80 / players) + 50
    with _otree.otree(max(players, seats), seats=seats, rounds=rounds, size=size) as server:
        pids = server.pids()
        codes = server.participants("fields")[:players]
        with Crowd("fields", server.port, codes, python=str(_otree.PYTHON)) as crowd:
            all_open(crowd, players, players)
            found["fields"] = measured("oTree, two fields", crowd, pids, given.seconds)
        found["fields"].show()
        codes = server.participants("job")
        groups = [codes[number : number + seats] for number in range(0, len(codes), seats)]
        with Crowd("job", server.port, groups, python=str(_otree.PYTHON)) as crowd:
            all_open(crowd, len(groups), len(codes))
            found["job"] = measured("oTree, the same job", crowd, pids, given.seconds)
        found["job"].show()
    return found


def compared(name: str, site: dict[str, Figures], beside: dict[str, Figures]) -> None:
    """Print the ratios of our site's figures and oTree's."""
    mine = site["decisions"]
    for figures in beside.values():
        print(
            f"{name} beside {figures.name}: {mine.rate / figures.rate:.2f} times the decisions a second, "
            f"{figures.median / mine.median:.2f} times as fast in the median, "
            f"{mine.processor / figures.processor:.2f} times the processor time of a decision"
        )
    print(f"a 304 costs {site['304'].processor / beside['fields'].processor:.2f} times a page of two fields of oTree's")


def round_of(given: Namespace) -> dict[str, Any]:
    """Measure everything once."""
    seats = seats_of(given.game, given.scenario)
    tables = max(1, given.players // seats)
    with our_site(given.game, given.scenario, given.expected, alone=given.players == 1) as (site, maker):
        settled(site.pid)
        if given.site_cores:
            keep_on(site.pid, given.site_cores)
        if given.humane:
            with Crowd("tables", site.port, [], plain=given.plain, every=EVERY) as crowd:
                return humane(Room(maker, crowd, site.pids(), seats), given.humane, given.tables)
        found = ours(given, site, maker, tables)
    if not given.alone:
        beside = others(given, tables, seats, round(found["decisions"].page_bytes))
        compared(given.game, found, beside)
        found |= beside
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--players", type=int, default=24)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--game", default="domego")
    parser.add_argument("--scenario", default="classic")
    parser.add_argument("--expected", default="off", help="off, position or choices")
    parser.add_argument("--plain", action="store_true", help="without scripts")
    parser.add_argument("--alone", action="store_true", help="without oTree beside it")
    parser.add_argument("--times", type=int, default=1, help="measure all this many times")
    parser.add_argument("--humane", type=float, default=0.0, metavar="MINUTES", help="at the pace of people")
    parser.add_argument("--tables", type=int, default=0, help="with --humane: this number, without a search")
    parser.add_argument("--site-cores", type=int, default=0, help="the site has so many cores; the people have all")
    parser.add_argument("--json", action="store_true", help="write benchmarks/results/decision.json")
    given = parser.parse_args()
    whole: dict[str, Any] = {
        "python": sys.version.split()[0],
        "cores": os.cpu_count(),
        "database": "PostgreSQL and Redis" if os.environ.get("DATABASE_URL") else "SQLite",
        **vars(given),
    }
    if not given.alone and not given.humane:
        whole["otree"] = {"version": _otree.VERSION, "python": _otree.installed()}
    people = f"{given.humane:g} minutes" if given.humane else f"{given.players} players, {given.seconds:g} s"
    print(
        f"# {given.game}, {given.scenario}: two processes of web, {whole['cores']} cores, {whole['database']}, "
        f"Python {whole['python']}{'' if 'otree' not in whole else f', oTree {_otree.VERSION} on the same'}, {people}",
        flush=True,
    )
    whole["rounds"] = [round_of(given) for _time in range(given.times)]
    if given.json:
        (RESULTS / "decision.json").write_text(json.dumps(plain(whole), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
