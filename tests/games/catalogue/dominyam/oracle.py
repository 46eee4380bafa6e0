"""A second Dominyam: small, slow and obvious. It shares only the form of the answers with the rules."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product

Domino = tuple[int, int]

PICTURE = """
 1  1  2  2  3  3  4  4
13 14 14 15 15 16 16  5
13 22 23 23 24 24 17  5
12 22 27 28 28 25 17  6
12 21 27 26 26 25 18  6
11 21 20 20 19 19 18  7
11 10 10  9  9  8  8  7
"""
GRID = [[int(number) for number in line.split()] for line in PICTURE.strip().splitlines()]


def cells(place: int) -> list[tuple[int, int]]:
    return CELLS[place]


CELLS = {
    place: [(row, column) for row, line in enumerate(GRID) for column, held in enumerate(line) if held == place]
    for place in range(1, 29)
}


def at(row: int, column: int, left: set[int]) -> int | None:
    """The place that fills a cell; None for an empty cell or the outside."""
    inside = 0 <= row < 7 and 0 <= column < 8
    return GRID[row][column] if inside and GRID[row][column] in left else None


def neighbours(place: int, left: set[int]) -> set[int]:
    around = {at(r + dr, c + dc, left) for r, c in cells(place) for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    return around - {None, place}


def mercy(place: int, left: set[int]) -> bool:
    (r1, c1), (r2, c2) = cells(place)
    steps = ((1, 0), (-1, 0)) if r1 == r2 else ((0, 1), (0, -1))
    return any(at(r1 + dr, c1 + dc, left) is None and at(r2 + dr, c2 + dc, left) is None for dr, dc in steps)


def legal_pairs(places: Iterable[int]) -> list[tuple[int, int]]:
    left = set(places)
    found = []
    for a, b in combinations(sorted(left), 2):
        if b in neighbours(a, left):
            in_turn = any(mercy(x, left) and mercy(y, left - {x}) for x, y in ((a, b), (b, a)))
            rest = left - {a, b}
            if in_turn and all(neighbours(other, rest) for other in rest):
                found.append((a, b))
    return found


def target(turn: int, sums: Iterable[int]) -> int:
    """The target of a turn, lowered by one until a pair reaches it."""
    found = list(sums)
    while not any(total >= turn for total in found):
        turn -= 1
    return turn


def point_dice(dice: Iterable[int], halves: Iterable[int]) -> set[int]:
    """The possible values of the fifth die if the other four dice cover the halves; a blank takes any die."""
    wanted = list(halves)
    return {
        laid[4]
        for laid in set(permutations(dice))
        if all(half in (0, die) for half, die in zip(wanted, laid[:4], strict=True))
    }


def kind_of(dominoes: tuple[Domino, ...]) -> tuple[str, int] | None:
    halves = sorted(half for domino in dominoes for half in domino)
    numbers = Counter(half for half in halves if half)
    blanks = halves.count(0)
    straight = len(set(halves)) == len(halves)
    if len(dominoes) == 1 and halves[0] == halves[1]:
        return "pair", sum(halves)
    if len(dominoes) == 2:
        if straight and not blanks and halves[3] - halves[0] == 3:
            return "small_straight", 15
        if blanks == 1 and len(numbers) == 1:
            return "brelan", sum(halves)
    if len(dominoes) == 3:
        if straight and halves in ([0, 1, 2, 3, 4, 5], [0, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]):
            return "large_straight", 20
        if blanks == 1 and sorted(numbers.values()) == [2, 3]:
            return "full", 25
    return None


def final_score(hand: Iterable[Domino], value_end: str = "high") -> int:
    """The best score of all ways to put dominoes into at most one combination of each kind."""
    held = [tuple(sorted(domino)) for domino in hand]
    found: dict[str, list[tuple[tuple[Domino, ...], int]]] = {}
    for size in (1, 2, 3):
        for dominoes in combinations(held, size):
            made = kind_of(dominoes)
            if made:
                found.setdefault(made[0], []).append((dominoes, made[1]))
    return max(_score(held, choice, value_end) for choice in product(*([None, *each] for each in found.values())))


def _score(held: list[Domino], choice: tuple, value_end: str) -> int:
    used = [domino for made in choice if made for domino in made[0]]
    if len(used) != len(set(used)):
        return -1
    end = max if value_end == "high" else min
    return sum(made[1] for made in choice if made) + sum(end(domino) for domino in held if domino not in used)


SUBSETS = [
    tuple(n for n in range(1, 6) if n in chosen) for size in range(6) for chosen in combinations(range(1, 6), size)
]


def lines(
    board: dict[int, Domino], turn: int, players: int, limit: int, first: int, draws, depth: int
) -> tuple[int, int]:
    """(nodes, ends) of all lines of play of `depth` moves from the start of a match. `board` is by place."""
    return _turn(dict(board), turn, 1, first, players, limit, 0, draws, depth)


def _turn(board, turn, attempt, seat, players, limit, idle, draws, depth):
    dice = [1 + draws.below(6, f"turn-{turn}/attempt-{attempt}/roll-1/die-{n}") for n in range(1, 6)]
    return _answer(board, turn, attempt, seat, players, limit, idle, draws, depth, dice, 1, stopped=False)


def _answer(board, turn, attempt, seat, players, limit, idle, draws, depth, dice, roll, *, stopped):
    if depth == 0:
        return 1, 0
    results = []
    if roll < 3 and not stopped:
        for subset in SUBSETS:
            thrown = list(dice)
            for n in subset:
                thrown[n - 1] = 1 + draws.below(6, f"turn-{turn}/attempt-{attempt}/roll-{roll + 1}/die-{n}")
            results.append(
                _answer(
                    board, turn, attempt, seat, players, limit, idle, draws, depth - 1, thrown,
                    roll + bool(subset), stopped=not subset,
                )
            )  # fmt: skip
    following = (seat + 1) % players
    for a, b in meals(board, turn, dice):
        rest = {place: domino for place, domino in board.items() if place not in (a, b)}
        results.append(_next(rest, turn - 1, following, players, limit, 0, draws, depth - 1))
    if players == 1:
        results.append(_next(board, turn - 1, following, players, limit, 0, draws, depth - 1))
    elif idle + 1 == limit * players:
        results.append((1, 1))
    else:
        results.append(_turn(board, turn, attempt + 1, following, players, limit, idle + 1, draws, depth - 1))
    return sum(nodes for nodes, _ in results), sum(ends for _, ends in results)


def meals(board: dict[int, Domino], turn: int, dice: list[int]) -> Iterator[tuple[int, int]]:
    """Possible meals; a pair appears once for each possible value of the point die."""
    sums = {pair: sum(board[pair[0]]) + sum(board[pair[1]]) for pair in legal_pairs(board)}
    least = target(turn, sums.values())
    for (a, b), total in sums.items():
        if total >= least:
            for _ in point_dice(dice, (*board[a], *board[b])):
                yield a, b


def _next(board, turn, seat, players, limit, idle, draws, depth):
    if not board or not legal_pairs(board) or turn == 0:
        return 1, 1
    return _turn(board, turn, 1, seat, players, limit, idle, draws, depth)
