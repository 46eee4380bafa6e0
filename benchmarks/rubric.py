"""Marks on each line of a rubric: `python -m benchmarks.rubric [GAMES]`, 1,000 games of each kind on 20 points.

It prints two matches with the same points, of which one fails its targets. Then it prints the spread of each line over
games of bots. The range of a role comes from other games of the usual bots, with the options of graded sessions, as on
the site. No bot misses a decision, so a low mark never comes from lateness.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

import msgspec

from benchmarks._report import run

GAMES: Final = 1000
FRESH: Final = 1_000_000
"""Seeds from here on are for marked games; seeds below are for the ranges of roles."""
BEST: Final = 20
LOW: Final = Fraction(3, 20)
HOARDED: Final = (62, -15, -10, 5, -10, -8)
"""Points of a match in which the owner keeps the money and three roles go bankrupt."""
SUNK, MET = (427, 148, 40), (380, 135, 20)
"""Days, cubes and failures: 47 days late with 40 failures, and all targets met."""
MIXED: Final = ("balanced", "minimal", "expert", "cautious", "random", "balanced")


class Game(NamedTuple):
    """The end of a match: points by seat, and the share of the project result."""

    scores: tuple[int, ...]
    project: Fraction


def played(game: Any, bots: Sequence[str], seed: int) -> Game:
    """One game of the classic scenario, by the options of graded sessions."""
    from games.catalogue.domego.face import FACE
    from games.engine import codec
    from games.engine.draws import FastDraws
    from games.engine.playout import playout

    rules, scenario = game.rules, game.rules.load_scenario(game.scenarios["classic"])
    options = codec.read_options(msgspec.json.encode(dict(FACE.graded_options)), rules.options_type)
    draws = FastDraws(2 * seed)
    start = rules.setup(scenario, options, len(bots), draws)
    end = playout(rules, start, [game.bot(name) for name in bots], draws, bot_draws=FastDraws(2 * seed + 1))
    return Game(end.result.scores, project_of((each.value, each.target) for each in end.result.targets))


def project_of(targets: Iterable[tuple[int, int]]) -> Fraction:
    """The share of the project result, of (value, target) each, by the usual curve."""
    from games.ui.targets import CURVES, table_share

    told = [{"met": value <= aim, "target": aim, "missed_by": max(0, value - aim)} for value, aim in targets]
    return table_share(told, CURVES["usual"]) or Fraction(0)


def own_lines(reached: Sequence[dict[str, int]], each: Game) -> Iterator[tuple[Fraction, Fraction]]:
    """By seat: the mark for the role alone, and the mark of the line."""
    from classrooms.assess.grading.criteria.objectives import benchmark_share

    for score, role in zip(each.scores, reached, strict=True):
        own = benchmark_share(score, **role)
        yield own, min(own, each.project)


def written(share: Fraction) -> str:
    """A share as a mark on the scale of 20."""
    return f"{float(BEST * share):5.1f}"


def spread(name: str, shares: Sequence[Fraction]) -> str:
    """Lowest, quarter, middle, three quarters, highest, and how many are under 3 of 20."""
    ordered, last = sorted(shares), len(shares) - 1
    five = " ".join(written(ordered[round(last * part / 4)]) for part in range(5))
    return (
        f"{name:42}{five}   mean {written(sum(shares, Fraction(0)) / len(shares))}   {sum(s < LOW for s in shares):4}"
    )


def tables(game: Any, reached: Sequence[dict[str, int]], titles: Sequence[str], games: Sequence[Game]) -> list[str]:
    """The spread of the project result, of each role and of two final marks: with the usual rubric, and with own
    objectives as another line of 30. Participation always has the full mark.
    """
    lines = [list(own_lines(reached, each)) for each in games]
    rows = [spread("project result", [each.project for each in games])]
    for seat, title in enumerate(titles):
        rows.append(spread(f"own objectives, {title}", [roles[seat][1] for roles in lines]))
    usual = [(50 * each.project + 30) / 80 for each in games]
    more = [
        (50 * each.project + 30 + 30 * line) / 110
        for each, roles in zip(games, lines, strict=True)
        for _own, line in roles
    ]
    rows += [spread("final mark, usual rubric", usual), spread("final mark, own objectives 30", more)]
    low = sum(own < LOW <= each.project for each, roles in zip(games, lines, strict=True) for own, _line in roles)
    return [*rows, f"under 3 of 20 for the role, where the project is not: {low} of {len(titles) * len(games)}"]


def match_rows(name: str, titles: Sequence[str], reached: Sequence[dict[str, int]], each: Game) -> list[str]:
    """A match role by role."""
    rows = [f"{name}: project result {written(each.project).strip()}"]
    for title, score, role, (own, line) in zip(titles, each.scores, reached, own_lines(reached, each), strict=True):
        told = f"one in ten {role['best']:3}, half {role['middle']:3}, worst {role['worst']:3}"
        rows.append(f"  {title:28}{score:5} points ({told}): by the role {written(own)}, the line {written(line)}")
    return rows


def report(games: int) -> Iterator[str]:
    """The whole report, line by line."""
    from classrooms.assess.grading.criteria.objectives import role_benchmarks
    from games.catalogue.domego.game import GAME

    usual = [GAME.usual_bot] * 6
    scores = zip(*(played(GAME, usual, seed).scores for seed in range(games)), strict=True)
    reached = [role_benchmarks(seat, low_is_good=GAME.low_is_good) for seat in scores]
    scenario = GAME.rules.load_scenario(GAME.scenarios["classic"])
    titles = [role.name.en for role in scenario.roles]
    aims = (scenario.targets.delay, scenario.targets.cost, scenario.targets.failures)
    for name, ended in (("47 days late, 40 failures, the owner hoards", SUNK), ("The same, all targets met", MET)):
        match = Game(HOARDED, project_of(zip(ended, aims, strict=True)))
        yield from match_rows(name, titles, reached, match)
    for name, bots in (("usual bots", usual), ("experts", ["expert"] * 6), ("a mixed table", MIXED)):
        yield f"\n{games} games of {name}, of 20: lowest, quarter, middle, three quarters, highest; under 3"
        yield from tables(GAME, reached, titles, [played(GAME, bots, FRESH + seed) for seed in range(games)])


def main(games: int = GAMES) -> None:
    for line in report(games):
        print(line)


if __name__ == "__main__":
    import django
    from django.conf import settings

    settings.configure()
    django.setup()
    run(main)
