"""Submitting a move through the service beside a bare insert of the same row: `python -m benchmarks.submit [MOVES]`.

Both on the same database, in turns; DATABASE_URL chooses another than the embedded one.
"""

from statistics import median
from time import perf_counter
from typing import Any

from benchmarks._report import run
from benchmarks._site import percentile, site


def measure(moves: int) -> tuple[list[float], list[float]]:
    """Milliseconds of each submit and of each bare insert."""
    from django.db import transaction

    from games.models import AuthorKind
    from games.platform.selectors.position import game_of, state_of
    from games.platform.services.authors import Author
    from games.platform.services.moves import submit
    from tests.games.factories import match_of, person

    user = person()
    by = Author(AuthorKind.PLAYER, user)
    beside = match_of(started=False)
    match: Any = None
    through, bare = [], []
    for number in range(1, moves + 1):
        if match is None or match.is_over:
            match = match_of(*[user] * 6)
        rules, state = game_of(match).rules, state_of(match)
        prompt = next(prompt for prompt in rules.prompts(state) if not prompt.optional)
        move = rules.default(state, prompt.seat, prompt.key)
        began = perf_counter()
        done = submit(
            match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=by, submission_id=f"bench-{number}"
        )
        through.append((perf_counter() - began) * 1000)
        row = done.move
        row.pk, row.match, row.number, row._state.adding = None, beside, number, True
        began = perf_counter()
        with transaction.atomic():
            row.save(force_insert=True)
        bare.append((perf_counter() - began) * 1000)
        match.refresh_from_db()
    return through, bare


def main(moves: int = 300) -> None:
    """Print both and the ratio of their medians, which does not depend on the machine."""
    with site() as engine:
        through, bare = measure(moves)
    for name, times in (("submit", through), ("bare insert", bare)):
        print(f"{name:12} {median(times):6.2f} ms median  {percentile(times, 0.95):6.2f} ms p95  ({engine})")
    print(f"ratio        {median(through) / median(bare):6.1f}")


if __name__ == "__main__":
    run(main)
