"""Shared parts of the benchmarks of analyses: matches of bots, their cost, verdicts on verdicts, planted mistakes, and
parts that run side by side.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from time import process_time
from typing import Any

from benchmarks._report import keep, verdict
from games.engine.analysis import Match, reckon
from games.engine.analysis.played import Fresh
from games.engine.analysis.statistics import Mean, mean_of
from games.engine.draws import LabelledDraws, derive
from games.engine.playout import playout
from games.engine.registry import Game
from games.engine.replay import SeedFrom, fold

AIM = 120
"""Seconds that one match may take with all playouts."""
ALL = 200
"""Playouts of a whole run."""
SEED = bytes(range(32))
Z95 = 1.96

Lines = Iterator[str]
Opening = Sequence[tuple[int, str, Any]]
Planted = Mapping[tuple[int, int], list[tuple[str, float, float]]]
"""By the least and greatest loss: size, reported loss and price of each planted mistake. Without a size, it was not
reported.
"""


def played_match(
    game: Game, scenario: str, options: Any, strengths: Sequence[str], seed: bytes, opening: Opening = ()
) -> tuple[Match, Any]:
    """A match that bots played, one a seat, after the moves of `opening`; and its result."""
    rules, draws, moves = game.rules, LabelledDraws(seed), list(opening)
    loaded = rules.load_scenario(game.scenarios[scenario])
    start = rules.setup(loaded, options, len(strengths), draws)
    for seat, key, move in opening:
        start = rules.apply(start.state, seat, key, move, draws)
    end = playout(
        rules,
        start,
        [game.bot(strength) for strength in strengths],
        draws,
        bot_draws=Fresh(derive(seed, "bots")),
        on_move=lambda played: moves.append((played.seat, played.key, played.move)),
    )
    return Match(game, loaded, options, len(strengths), (SeedFrom(0, seed.hex()),), tuple(moves)), end.result


def timed(match: Match, playouts: int) -> tuple[Any, float, str]:
    """The analysis of a match, its seconds, and the verdict on the aim in words, empty with fewer than all playouts."""
    began = process_time()
    found = reckon(match, SEED, playouts=playouts)
    seconds = process_time() - began
    return found, seconds, f", aim {AIM} s: {verdict(seconds <= AIM)}" if playouts >= ALL else ""


def replay_seconds(match: Match) -> float:
    """Seconds of a plain replay."""
    began = process_time()
    for _step in fold(*match.start(), match.seeds, match.moves):
        pass
    return process_time() - began


def held(mean: Mean) -> str:
    """Does a loss hold that was found again? Its 95 percent interval lies above 0, at or below, or on both sides."""
    low, high = mean.value - Z95 * mean.error, mean.value + Z95 * mean.error
    return "hold" if low > 0 else "wrong" if high <= 0 else "undecided"


def planted_lines(rows: Planted, unit: str, *, digits: int = 1, width: int = 3) -> Lines:
    """By size: the share of planted mistakes that were reported, and the mean difference from their price."""
    for (low, high), found in rows.items():
        if found:
            off = [lost - price for size, lost, price in found if size]
            mean = mean_of(off) if len(off) > 1 else None
            words = f", told less priced {mean.value:+.{digits}f} ± {mean.error:.{digits}f}" if mean else ""
            sizes = dict(Counter(size or "not told" for size, _lost, _price in found))
            yield f"planted, {low:2} to {high:{width}} {unit}: {len(off)} of {len(found)} told{words}; {sizes}"


def run_parts(name: str, parts: Sequence[Callable[[], Lines]], *, playouts: int, workers: int = 1) -> None:
    """Run parts side by side in `workers` processes; each is printed when it is done. The file of results gets them in
    order, part by part, unless there are fewer than all playouts. A run that is stopped leaves the parts that were
    done.
    """
    with ProcessPoolExecutor(workers) as pool:
        jobs = [pool.submit(_listed, part) for part in parts]
        for job in as_completed(jobs):
            print("\n".join(job.result()), flush=True)
            if playouts >= ALL:
                keep(f"{name}_analysis", [line for each in jobs if each.done() for line in each.result()])


def _listed(part: Callable[[], Lines]) -> list[str]:
    return list(part())
