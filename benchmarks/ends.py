"""Do matches over days end when the wizard says? `python -m benchmarks.ends [MATCHES]`, 200 of Domego for each pace.

Matches are played in simulated time with the real rules and paces and begin at different hours of different days. The
people answer at times from a stated distribution; one in ten never answers. Nine in ten matches must end inside the
range that the wizard shows. The range may be at most a third of the longest time. Other behaviours and the other games,
whose length depends on the players, are shown beside it. Writes benchmarks/results/ends.txt when all matches were
played.
"""

import os
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from benchmarks._in_days import Setting, any_moment, played_out, setting
from benchmarks._report import keep, run, verdict
from games.platform.ends import Ends, ends
from games.platform.pace import Pace
from games.ui.tempo import Rounds

MATCHES = 200
START: Final = datetime(2026, 11, 23, 8, tzinfo=UTC)
APART: Final = timedelta(hours=7)
SEED: Final = b"ends" * 8
LEAST_INSIDE, WIDEST = 90, (1, 3)

PACES: Final = {
    "24 h, clocks never stand still": {"hours": 24},
    "24 h, nights 22-8": {"hours": 24, "quiet_from": 22, "quiet_to": 8},
    "24 h, nights 22-8, weekends": {"hours": 24, "quiet_from": 22, "quiet_to": 8, "weekends": True},
    "12 h, nights 20-8": {"hours": 12, "quiet_from": 20, "quiet_to": 8},
    "8 h, nights 18-8, weekends": {"hours": 8, "quiet_from": 18, "quiet_to": 8, "weekends": True},
    "48 h, nights 22-8, Christmas": {
        "hours": 48,
        "quiet_from": 22,
        "quiet_to": 8,
        "holidays": tuple(date(2026, 12, day) for day in range(19, 32)),
    },
}
BEHAVIOURS: Final[dict[str, dict[str, Any]]] = {
    "everybody answers": {"never": 0.0},
    "two in ten never answer": {"never": 0.2},
    "answers at any moment": {"share": any_moment},
}
OTHERS: Final = {
    "dominato": ("two", "four"),
    "dominyam": ("players_02", "players_04"),
    "master_builder": ("classic_2", "classic"),
    "utboheme": ("three", "classic"),
}


def pace_over_days(**more: Any) -> Pace:
    """A pace over days, with quiet hours in Paris time."""
    return Pace(mode="async", time_zone="Europe/Paris", **more)


def rounds_of(played: Setting) -> Rounds:
    """The game's own estimate of its rounds. Django must be ready."""
    from games.ui import faces

    told = faces.get(played.game.key).rounds(played.scenario, played.options)
    if told is None:
        raise LookupError(played.game.key)
    return told


def told_and_played(played: Setting, rounds: Rounds, matches: int) -> list[tuple[datetime, Ends, datetime]]:
    """Start, predicted range, and true end of each match."""
    starts = [START + number * APART for number in range(matches)]
    told = [ends(played.pace, rounds, start) for start in starts]
    return [
        (start, each, end)
        for start, each, end in zip(starts, told, played_out(played, starts, SEED), strict=True)
        if each is not None
    ]


def inside(rows: Sequence[tuple[datetime, Ends, datetime]]) -> float:
    """Percent of the matches that end inside the range."""
    return 100 * sum(told.earliest <= end <= told.latest for _start, told, end in rows) / len(rows)


def width(rows: Sequence[tuple[datetime, Ends, datetime]]) -> float:
    """The widest range divided by the time from the start to the range's end."""
    return max((told.latest - told.earliest) / (told.latest - start) for start, told, _end in rows)


def line(name: str, rows: Sequence[tuple[datetime, Ends, datetime]]) -> str:
    """A row of the table."""
    days = (rows[0][1].latest - rows[0][0]) / timedelta(days=1)
    return f"{name:44} {inside(rows):5.1f} % inside, range {width(rows):4.2f} of at most {days:5.1f} days"


def _set_up() -> None:
    """Prepare Django, which the games' estimates need; nothing is stored."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmarks._settings")
    os.environ.setdefault("SECRET_KEY", "benchmarks-0123456789-abcdefghijklm")
    django.setup()


def main(matches: int = MATCHES) -> int:
    """Play all matches; returns 1 if an aim is missed."""
    _set_up()
    part, whole = WIDEST
    lines, missed = [], 0
    for name, more in PACES.items():
        played = setting("domego", "classic", pace_over_days(**more))
        rows = told_and_played(played, rounds_of(played), matches)
        met = inside(rows) >= LEAST_INSIDE and width(rows) <= part / whole + 1e-9
        missed += not met
        lines.append(f"{line('domego, ' + name, rows)}: {verdict(met)}")
        print(lines[-1], flush=True)
    lines.append(f"aims: {LEAST_INSIDE} % inside, range {part}/{whole}; below, what is not aimed at")
    print(lines[-1])
    nights = PACES["24 h, nights 22-8"]
    for name, how in BEHAVIOURS.items():
        played = setting("domego", "classic", pace_over_days(**nights), **how)
        lines.append(line(f"domego, {name}", told_and_played(played, rounds_of(played), matches)))
        print(lines[-1], flush=True)
    for game, scenarios in OTHERS.items():
        for scenario in scenarios:
            played = setting(game, scenario, pace_over_days(hours=24))
            lines.append(line(f"{game} {scenario}", told_and_played(played, rounds_of(played), matches // 5)))
            print(lines[-1], flush=True)
    if matches >= MATCHES:
        keep("ends", lines)
    return int(missed > 0)


if __name__ == "__main__":
    run(main)
