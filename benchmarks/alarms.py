"""Do alarms name teams that miss a target? `python -m benchmarks.alarms [SESSIONS]`, 200 of six teams of Domego.

Each seat of a team is played by a bot of a strength drawn by lot. The expected end is computed at the beginning of each
activity after the early ones, as for the teaching team. The session then names the teams at risk. A team was named
rightly if it missed one of the named targets. Writes benchmarks/results/alarms.txt when all sessions were played.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from benchmarks._report import keep, run, verdict
from benchmarks._strength import wilson
from benchmarks.expected import played_match
from games.catalogue.domego.rules.types import Options
from games.engine.draws import LabelledDraws, derive
from games.engine.expected import TargetEnds, digest_of, part_of, target_ends
from games.engine.registry import Game, load
from games.ui.alarms import is_early, is_nearly_lost, most_named, project_result
from games.ui.targets import CURVES

SESSIONS: Final = 200
TEAMS: Final = 6
AIM: Final = 80
"""The least percentage of named teams that must miss a named target."""
SEED: Final = b"alarms"
Ends = tuple[TargetEnds, ...]


class Team(NamedTuple):
    """A match: its expected end at the beginning of each turn, and the targets that it missed."""

    ends: dict[int, Ends]
    missed: frozenset[str]


class Table:
    """Domego's first scenario, its positions as everybody at the table may know them."""

    def __init__(self) -> None:
        self.game: Game = load("domego")
        self.text = next(iter(self.game.scenarios.values()))
        self.scenario = self.game.rules.load_scenario(self.text)
        start = self.game.rules.setup(self.scenario, Options(), 6, LabelledDraws(SEED)).state
        self.usual = {each.name: each.chance for each in self.ends(start)}

    def ends(self, state: Any) -> Ends:
        """The expected end of a position."""
        view = self.game.rules.view(state, None)
        digest = digest_of(self.game, self.text, view, None)
        return target_ends(self.game, self.scenario, view, digest, part_of(self.game).playouts)

    def team(self, number: int) -> Team:
        """Play a match and record its expected ends."""
        seed, chance = derive(SEED, str(number)), Random(number)
        end, states, _seats = played_match(self.game, self.scenario, "{}", seed, chance, mixed=True)
        firsts = {state.turn: state for state in reversed(states)}
        turns = len(end.sheet.activities)
        ends = {turn: self.ends(state) for turn, state in sorted(firsts.items()) if not is_early(turn, turns)}
        result = self.game.rules.result(end)
        return Team(ends, frozenset(each.name for each in result.targets if not each.met) if result else frozenset())

    def off(self, ends: Ends) -> frozenset[str]:
        """The targets that are nearly lost."""
        return frozenset(each.name for each in ends if is_nearly_lost(each, self.usual[each.name]))


class Counts:
    """Counts of teams by turn and by the number of targets at risk. `first` counts a team when it is first named."""

    def __init__(self) -> None:
        self.off, self.named, self.right = Counter[int](), Counter[int](), Counter[int]()
        self.first, self.first_right, self.at_once = Counter[int](), Counter[int](), Counter[int]()

    def add(self, table: Table, teams: Sequence[Team]) -> None:
        """Add a session, turn by turn."""
        seen: set[int] = set()
        for turn in sorted({turn for team in teams for turn in team.ends}):
            off = {place: found for place, team in enumerate(teams) if (found := table.off(team.ends.get(turn, ())))}
            self.off[turn] += len(off)
            self.at_once[len(off)] += 1
            for place in named(teams, turn, off):
                is_right, is_first = bool(off[place] & teams[place].missed), place not in seen
                seen.add(place)
                self.named[turn] += 1
                self.right[turn] += is_right
                self.first[turn] += is_first
                self.first_right[turn] += is_right and is_first

    def lines(self) -> Iterator[str]:
        for turn in sorted(self.off):
            yield (
                f"activity {turn:2}  {self.off[turn]:4} off  {self.named[turn]:4} named, "
                f"{_percent(self.right[turn], self.named[turn])} rightly  {self.first[turn]:4} for the first time, "
                f"{_percent(self.first_right[turn], self.first[turn])} rightly"
            )
        looks = self.at_once.total()
        shares = ", ".join(f"{number}: {_percent(self.at_once[number], looks)}" for number in range(TEAMS + 1))
        yield f"teams of a session that are off at once: {shares} of {looks} looks; 2 are named at most"


def named(teams: Sequence[Team], turn: int, off: Mapping[int, Any]) -> list[int]:
    """The indexes of the teams that a session names."""
    ranked = sorted(off, key=lambda place: project_result(teams[place].ends[turn], CURVES["usual"]))
    return ranked[: most_named(len(teams))]


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:3.0f} %" if whole else "  - %"


def main(sessions: int = SESSIONS) -> int:
    """Play all sessions; returns 1 if too few of the named teams missed a target."""
    table, counts, missed = Table(), Counts(), Counter[str]()
    for session in range(sessions):
        teams = [table.team(session * TEAMS + number) for number in range(TEAMS)]
        missed.update(target for team in teams for target in team.missed)
        counts.add(table, teams)
    number, first, right = sessions * TEAMS, counts.first.total(), counts.first_right.total()
    low, high = wilson(right, first)
    found = [
        f"{sessions} sessions of {TEAMS} teams, each seat with a bot of its own strength",
        "usual play meets: " + ", ".join(f"{name} {100 * chance:.0f} %" for name, chance in table.usual.items()),
        "teams that missed: " + ", ".join(f"{name} {_percent(missed[name], number)}" for name in table.usual),
        *counts.lines(),
        f"{first} of {number} teams were ever named; of these {right} missed a target for which they were named first: "
        f"{100 * right / first:.1f} % (95 % interval {low:.1%} to {high:.1%})",
        f"aim: at least {AIM} %: {verdict(100 * right >= AIM * first)}",
    ]
    print("\n".join(found))
    if sessions >= SESSIONS:
        keep("alarms", found)
    return int(100 * right < AIM * first)


if __name__ == "__main__":
    run(main)
