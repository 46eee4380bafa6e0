"""Waiting times in words for lecturers: the roles for which a team waited."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.utils.translation import gettext as _

from classrooms.play.monitor.queries.needs import duration
from classrooms.play.monitor.waiting_times import WaitingTimes
from games.ui.faces import RoleName
from games.ui.nouns import named
from games.ui.sentences import pairs

MINUTE: Final = timedelta(minutes=1)
"""Shorter waits are not listed."""


@dataclass(frozen=True)
class WaitedFor:
    """A role for which others waited: the time in all, the `longest` of a turn, and each waiting role with its time."""

    seat: int
    role: RoleName
    time: str
    longest: str
    by: str

    def sentence(self, team: str) -> str:
        """The wait of a team in a sentence: Team 3 waited 42 min for the owner."""
        text = _("%(team)s waited %(time)s for %(the_role)s.")
        return text % {**named(role=self.role), "team": team, "time": self.time}


def time_words(time: timedelta) -> str:
    """A time to the minute."""
    return duration(time // MINUTE)


def waited_for(times: WaitingTimes, roles: Sequence[RoleName], turns: Mapping[int, str]) -> list[WaitedFor]:
    """The roles for which others waited at least a minute, the longest wait first."""
    return [_row(times, roles, turns, seat, time) for seat, time in times.most if time >= MINUTE]


def _row(
    times: WaitingTimes, roles: Sequence[RoleName], turns: Mapping[int, str], seat: int, time: timedelta
) -> WaitedFor:
    turn, most = times.turn_of(seat)
    waits = [(waiting, wait) for (waiting, awaited), wait in times.matrix.items() if awaited == seat]
    waits.sort(key=lambda each: (-each[1], each[0]))
    by = pairs((roles[waiting].name, time_words(wait)) for waiting, wait in waits if wait >= MINUTE)
    return WaitedFor(seat, roles[seat], time_words(time), f"{turns[turn]} ({time_words(most)})", by)
