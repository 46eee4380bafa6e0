"""What the analysis of a Domego match costs, and how far replayed decisions lie from true ones.

`python -m benchmarks.analysis [PLAYOUTS]`. Seconds are processor time of one core. The bias is measured on bots: where
their real games lie among the same decisions under other draws, on the mean. Without bias that is 50 percent.
"""

import sys
from time import process_time

from games.domego.rules.types import Options
from games.engine.analysis import Match, luck_of, skill_of, weigh
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
    print(f"plain replay  {1000 * plain:7.1f} ms for {len(match.moves)} moves")
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
    print(f"playouts      {games:7} of {1000 * seconds / games:.2f} ms, {games / seconds:.0f} a second")
    print(f"in all        {total:7.1f} s, {total / plain:.0f} plain replays")
    if playouts >= 200:
        print(f"aim           {AIM:7} s: {'met' if total <= AIM else 'missed'}")


def spent(what: str, began: float) -> float:
    """Print and return the seconds since `began`."""
    seconds = process_time() - began
    print(f"{what:20} {seconds:6.1f} s")
    return seconds


def bias() -> None:
    """By bot and measure: the mean place of real games less 50 percent, with its standard error."""
    for strength in ("minimal", "balanced", "random"):
        places: dict[str, list[float]] = {}
        for number in range(MATCHES):
            seed = derive(SEED, f"bias/{strength}/{number}")
            luck = luck_of(match_of([strength] * 6, seed), derive(seed, "others"), draws=DRAWS)
            for spread in luck.measures:
                places.setdefault(spread.name, []).append(spread.place.percent)
        means = {name: mean_of(found) for name, found in places.items()}
        words = "  ".join(f"{name} {mean.value - 50:+5.1f} ± {mean.error:.1f}" for name, mean in means.items())
        print(f"bias, {strength:9} {words}")


if __name__ == "__main__":
    cost(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
    bias()
