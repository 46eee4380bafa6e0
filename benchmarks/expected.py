"""Are expected ends calibrated? `python -m benchmarks.expected [MATCHES]`, 200 of Domego.

Bots play whole matches. At random moments the expected end is computed from a random seat's view, as for a page, and
compared with the real end. If playouts are calibrated, the randomised rank of the real end among them is evenly spread:
it lies between 0.1 and 0.9 in four of five cases. Figures that cannot change any more are left out. Tables of different
bots, whose strengths the playouts do not know, and the other games have no aim. Writes benchmarks/results/expected.txt
when all matches were played.
"""

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

import msgspec

from benchmarks._report import keep, run, verdict
from games.engine.analysis.played import Fresh
from games.engine.analysis.statistics import randomised_rank
from games.engine.bots import Bot
from games.engine.draws import LabelledDraws, derive
from games.engine.expected import HIGH, LOW, digest_of, part_of, samples
from games.engine.playout import Played, playout
from games.engine.registry import Game, load

MATCHES: Final = 200
MOMENTS: Final = 4
"""The number of sampled positions of a match."""
AIM: Final = (75.0, 85.0)
SEED: Final = b"expected"
OTHERS: Final = {"dominyam": (40, 2), "dominato": (40, 2), "master_builder": (20, 2), "utboheme": (20, 1)}
"""Matches and moments of the other games, whose playouts take longer."""


class Looked(msgspec.Struct):
    """Ranks by figure, and the time of the playouts."""

    ranks: dict[str, list[float]] = msgspec.field(default_factory=lambda: defaultdict(list))
    settled: int = 0
    positions: int = 0
    seconds: float = 0.0

    def coverage(self, name: str = "") -> float:
        """Percent of the ranks inside the band, of one figure or of all."""
        ranks = self.ranks[name] if name else [rank for each in self.ranks.values() for rank in each]
        return 100 * sum(LOW <= rank <= HIGH for rank in ranks) / max(1, len(ranks))


def looked_at(game: Game, matches: int, moments: int, *, mixed: bool = False, options: str = "{}") -> Looked:
    """Play matches and compare. `mixed`: each seat has a bot of its own strength, drawn by lot."""
    text = next(iter(game.scenarios.values()))
    scenario, chance, looked = game.rules.load_scenario(text), Random(1), Looked()
    for number in range(matches):
        end, states, seats = played_match(
            game, scenario, options, derive(SEED, f"{game.key}/{number}"), chance, mixed=mixed
        )
        for state in chance.sample(states, min(moments, len(states))):
            seat = chance.randrange(seats)
            began = time.process_time()
            rows = _expected(game, scenario, text, state, seat)
            looked.seconds += time.process_time() - began
            looked.positions += 1
            _compare(looked, rows, part_of(game).values(end, seat), chance)
    return looked


def played_match(
    game: Game, scenario: Any, options: str, seed: bytes, chance: Random, *, mixed: bool
) -> tuple[Any, list[Any], int]:
    """The last state of a match, all that came before, and how many seats it had."""
    rules, draws = game.rules, LabelledDraws(seed)
    seats = max(rules.seat_counts(scenario))
    start = rules.setup(scenario, msgspec.json.decode(options, type=rules.options_type), seats, draws)
    played: list[Played] = []
    bots = list(_bots(game, seats, chance, mixed=mixed))
    end = playout(rules, start, bots, draws, bot_draws=Fresh(derive(seed, "bots")), on_move=played.append)
    return end.state, [start.state, *(move.state for move in played[:-1])], seats


def _bots(game: Game, seats: int, chance: Random, *, mixed: bool) -> Iterator[Bot]:
    strengths = [each for each in game.bots if each != "random"]
    for _seat in range(seats):
        yield game.bot(chance.choice(strengths) if mixed else part_of(game).policy)


def _expected(game: Game, scenario: Any, text: str, state: Any, seat: int) -> list[Mapping[str, int]]:
    view = game.rules.view(state, seat)
    digest = digest_of(game, text, view, seat)
    return list(samples(game, scenario, view, seat, digest, part_of(game).playouts))


def _compare(looked: Looked, rows: Sequence[Mapping[str, int]], real: Mapping[str, int], chance: Random) -> None:
    for name, value in real.items():
        told = [row[name] for row in rows]
        if name not in rows[0] or (min(told) == max(told) == value):
            looked.settled += 1
            continue
        looked.ranks[name].append(randomised_rank(value, told, chance.random()))


def lines(title: str, looked: Looked, compared: Sequence[str]) -> list[str]:
    """Rows of the table: all figures, then each by itself."""
    cost = looked.seconds / max(1, looked.positions)
    found = [
        f"{title:34} {looked.coverage():5.1f} % in the 80 % band over all figures, "
        f"{looked.positions} positions of {cost:.2f} CPU seconds, {looked.settled} settled figures left out"
    ]
    return found + [f"  {name:32} {looked.coverage(name):5.1f} % of {len(looked.ranks[name])}" for name in compared]


def main(matches: int = MATCHES) -> int:
    """Play all matches; returns 1 if the aim is missed."""
    game, found = load("domego"), []
    looked = looked_at(game, matches, MOMENTS)
    names = part_of(game).compared
    met = all(AIM[0] <= share <= AIM[1] for share in [looked.coverage(), *map(looked.coverage, names)])
    found += lines("domego, the playouts' own bots", looked, names)
    found.append(f"aim: between {AIM[0]:.0f} and {AIM[1]:.0f} %, over all figures and for each: {verdict(met)}")
    print("\n".join(found), flush=True)
    more = {
        "domego, hidden placements": looked_at(game, matches // 4, MOMENTS, options='{"hidden_allocations": true}'),
        "domego, bots of all strengths": looked_at(game, matches // 4, MOMENTS, mixed=True),
    }
    for title, each in more.items():
        found += lines(title, each, names)
    for key, (some, moments) in OTHERS.items():
        other = load(key)
        if other.expected is not None:
            each = looked_at(other, max(1, some * matches // MATCHES), moments)
            found += lines(f"{key}, the playouts' own bots", each, part_of(other).compared)
        print(found[-1], flush=True)
    if matches >= MATCHES:
        keep("expected", found)
    return int(not met)


if __name__ == "__main__":
    run(main)
