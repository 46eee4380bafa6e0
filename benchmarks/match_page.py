"""Does a match's page grow with its moves? `python -m benchmarks.match_page [TIMES]`.

Three pages are compared: after move 10, at the last move of a full match, and in a match that was padded to 500 moves
by revised offers.
"""

from statistics import median
from time import perf_counter
from typing import Any

from benchmarks._report import run
from benchmarks._site import site

AIM = 1.2
PADDED = 500


def after_ten(user: Any) -> Any:
    """Default moves."""
    from tests.games.factories import match_of, play_on

    return play_on(match_of(*[user] * 6), 10)


def at_the_last_move(user: Any) -> Any:
    """One decision is left."""
    from tests.games.factories import match_of, play_on

    moves = play_on(match_of(*[user] * 6), -1).number
    return play_on(match_of(*[user] * 6), moves - 1)


def padded(user: Any) -> Any:
    """A match with 499 moves. Owner and architect name prices until then; a few default moves bring the match to the
    same activity as the first.
    """
    from games.catalogue.domego.rules.moves import Offer
    from tests.games.factories import match_of, play, play_on

    match = play_on(match_of(*[user] * 6), 3)
    while match.number < PADDED - 7:
        play(match, match.number % 2, "activity-3/negotiate/owner>architect", Offer(60 + match.number % 7), user)
    return play_on(match, 7)


def measure(times: int) -> dict[str, list[float]]:
    """Milliseconds of each page, requested by turns."""
    from django.test import Client

    from tests.games.factories import person

    user = person()
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(user)
    cases = {"after move 10": after_ten, "at the last move": at_the_last_move, f"at move {PADDED}": padded}
    pages = {name: f"/matches/{make(user).pk}/" for name, make in cases.items()}
    spent: dict[str, list[float]] = {name: [] for name in pages}
    for turn in range(times + 5):
        for name, path in pages.items():
            began = perf_counter()
            answer = client.get(path)
            if answer.status_code != 200:
                raise SystemExit(f"{name}: {answer.status_code}")
            if turn >= 5:
                spent[name].append((perf_counter() - began) * 1000)
    return spent


def main(times: int = 60) -> None:
    """Print the times and their ratios to the first."""
    with site() as engine:
        spent = measure(times)
    first = median(spent["after move 10"])
    for name, each in spent.items():
        ratio = median(each) / first
        words = "" if each is spent["after move 10"] else f"  ratio {ratio:4.2f}, aim {AIM}: {_verdict(ratio)}"
        print(f"{name:17} {median(each):6.1f} ms median ({engine}){words}")


def _verdict(ratio: float) -> str:
    return "met" if ratio <= AIM else "missed"


if __name__ == "__main__":
    run(main)
