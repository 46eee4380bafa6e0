"""What the analysis of a Domego match costs, how far replayed decisions lie from true ones, and whether its verdicts
hold, and whether skill tells who would do well again.

`python -m benchmarks.analysis [PLAYOUTS [MATCHES]]`. Seconds are processor time of one core. The bias is measured on
bots: where their real games lie among the same decisions under other draws, on the mean. Without bias that is 50
percent. A verdict is looked at again by 2,000 playouts of another seed: it holds where the 95 percent interval of the
loss lies above nothing, and is wrong where it lies at or below; what lies between is undecided. Skill is set beside
what the same six strengths reach in other games (Spearman's rank correlation). Writes benchmarks/results/analysis.txt
unless there are fewer than 200 playouts.
"""

import sys
from collections import Counter
from statistics import correlation, fmean
from time import process_time

from benchmarks._strength import RESULTS
from games.domego.rules.types import Options
from games.engine.analysis import Match, luck_of, skill_of, weigh
from games.engine.analysis.decisions import loss_by
from games.engine.analysis.played import Fresh
from games.engine.analysis.statistics import mean_of
from games.engine.draws import LabelledDraws, derive
from games.engine.playout import playout
from games.engine.registry import load
from games.engine.replay import SeedFrom, fold

AIM = 120
"""Seconds that one match may take with 200 playouts of each choice."""
SEED = bytes(range(32))
REPLAYS = 50
MATCHES, DRAWS = 200, 19
AGAIN, Z95 = 2000, 1.96
MIXED, GAMES, FRESH, AGREED = 300, 200, 60, 0.8
"""Matches of mixed bots, games that place each, fresh games of the same bots, correlation that is aimed at."""
STRENGTHS = ("random", "minimal", "balanced", "cautious", "expert")
LINES: list[str] = []


def say(line: str) -> None:
    """Print it, and keep it for the file."""
    print(line, flush=True)
    LINES.append(line)


def match_of(strengths: list[str], seed: bytes) -> Match:
    """A match of the classic scenario that bots played, one a seat."""
    game = load("domego")
    rules, options = game.rules, Options()
    scenario = rules.load_scenario(game.scenarios["classic"])
    draws, moves = LabelledDraws(seed), []
    playout(
        rules,
        rules.setup(scenario, options, 6, draws),
        [game.bot(strength) for strength in strengths],
        draws,
        bot_draws=Fresh(derive(seed, "bots")),
        on_move=lambda played: moves.append((played.seat, played.key, played.move)),
    )
    return Match(game, scenario, options, 6, (SeedFrom(0, seed.hex()),), tuple(moves))


def cost(playouts: int) -> None:
    """Luck and skill over five times as many draws, and every decision."""
    match = match_of(["minimal", "balanced", "cautious", "balanced", "random", "balanced"], SEED)
    began = process_time()
    for _number in range(REPLAYS):
        for _step in fold(*match.start(), match.seeds, match.moves):
            pass
    plain = (process_time() - began) / REPLAYS
    say(f"plain replay  {1000 * plain:7.1f} ms for {len(match.moves)} moves")
    total, draws = 0.0, 5 * playouts
    began = process_time()
    luck = luck_of(match, SEED, draws=draws)
    total += spent(f"luck, {draws} draws", began)
    began = process_time()
    skill_of(match, luck, SEED, games=draws)
    total += spent(f"skill, {draws} games", began)
    began = process_time()
    weighing = weigh(match, SEED, playouts=playouts)
    seconds = spent(f"{len(weighing.decisions)} decisions", began)
    total += seconds
    games = playouts * sum(len(each.options) for each in weighing.decisions)
    say(f"playouts      {games:7} of {1000 * seconds / games:.2f} ms, {games / seconds:.0f} a second")
    say(f"in all        {total:7.1f} s, {total / plain:.0f} plain replays")
    if playouts >= 200:
        say(f"aim           {AIM:7} s: {'met' if total <= AIM else 'missed'}")


def spent(what: str, began: float) -> float:
    """Print and return the seconds since `began`."""
    seconds = process_time() - began
    say(f"{what:20} {seconds:6.1f} s")
    return seconds


def bias() -> None:
    """By bot and measure: the mean place of real games less 50 percent, with its standard error."""
    for strength in ("minimal", "balanced", "expert", "random"):
        places: dict[str, list[float]] = {}
        for number in range(MATCHES):
            seed = derive(SEED, f"bias/{strength}/{number}")
            luck = luck_of(match_of([strength] * 6, seed), derive(seed, "others"), draws=DRAWS)
            for spread in luck.measures:
                places.setdefault(spread.name, []).append(spread.place.percent)
        means = {name: mean_of(found) for name, found in places.items()}
        words = "  ".join(f"{name} {mean.value - 50:+5.1f} ± {mean.error:.1f}" for name, mean in means.items())
        say(f"bias, {strength:9} {words}")


def verdicts(playouts: int, matches: int) -> None:
    """Of bots at several tables: how many mistakes are told, and how many of them hold."""
    for strengths in (["expert"], ["balanced"], ["minimal", "balanced", "cautious", "random"]):
        found: Counter[str] = Counter()
        for number in range(matches):
            seed = derive(SEED, f"verdicts/{strengths}/{number}")
            match = match_of([strengths[seat % len(strengths)] for seat in range(6)], seed)
            told = [each for each in weigh(match, SEED, playouts=playouts).decisions if each.loss]
            found["matches with any"] += bool(told)
            for each in told:
                again = loss_by(match, each, derive(SEED, "again"), AGAIN)
                low, high = again.value - Z95 * again.error, again.value + Z95 * again.error
                found[each.loss] += 1
                found["hold" if low > 0 else "wrong" if high <= 0 else "undecided"] += 1
        say(f"verdicts, {'+'.join(strengths):34} {matches} matches: {dict(found)}")


def agreement(matches: int) -> None:
    """Rank correlation between the joint skill of a match and the mean result of its bots in fresh games."""
    draws, skills, results = LabelledDraws(derive(SEED, "mixed")), [], []
    for number in range(matches):
        strengths = [STRENGTHS[draws.below(len(STRENGTHS), f"{number}/{seat}")] for seat in range(6)]
        match = match_of(strengths, derive(SEED, f"mixed/{number}"))
        common = derive(SEED, "common")
        skills.append(skill_of(match, luck_of(match, common, draws=GAMES), common, games=GAMES).joint[0].place.percent)
        again = (match_of(strengths, derive(SEED, f"fresh/{number}/{game}")) for game in range(FRESH))
        results.append(fmean(each.project(each.steps()[1]) for each in again))
    found = correlation(_ranks(skills), _ranks(results))
    say(f"skill and results of the same bots, {matches} matches: rank correlation {found:.2f}, aim {AGREED}: "
        f"{'met' if found >= AGREED else 'missed'}")  # fmt: skip


def _ranks(values: list[float]) -> list[float]:
    """Equal values share the middle of their places."""
    return [sum((other < value) + (other == value) / 2 for other in values) for value in values]


def main(playouts: int = 200, matches: int = 10) -> None:
    whole = playouts >= 200
    cost(playouts)
    bias()
    agreement(MIXED if whole else matches)
    verdicts(playouts, matches)
    if whole:
        (RESULTS / "analysis.txt").write_text("\n".join(LINES) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*(int(each) for each in sys.argv[1:]))
