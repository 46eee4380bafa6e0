"""Expected numbers of Dominyam's sentences, computed from the events of a record.

Chances are those of `rules.chances`, which are tested with `oracle.py`.
"""

from typing import Any, Final

from games.catalogue.dominyam.rules.chances import chance, chance_keeping, fits_any
from games.catalogue.dominyam.rules.dice import point_values
from games.catalogue.dominyam.rules.layout import legal_pairs
from tests.games.sentences import Expected, Match, first_most

THROWS = 3


class Turn:
    """A turn of a player, whose number counts down from 14."""

    def __init__(self, begun: Any, board: dict[int, Any]) -> None:
        self.begun, self.seat, self.number = begun, begun.seat, 15 - begun.turn
        self.rolls: list[Any] = []
        self.guesses: list[Any] = []
        self.end: Any = None
        pairs = [(board[one], board[other]) for one, other in legal_pairs(tuple(sorted(board)))]
        self.pairs = tuple(pair for pair in pairs if sum(pair[0]) + sum(pair[1]) >= begun.target)
        self.worth = fits_any(self.pairs)

    @property
    def ate(self) -> bool:
        return bool(self.end.__struct_config__.tag == "eaten")

    @property
    def could(self) -> bool:
        """Did the last dice fit a pair?"""
        return any(point_values(self.rolls[-1].dice, *pair) for pair in self.pairs)

    @property
    def chance(self) -> float:
        return chance(self.worth, THROWS)

    def given_away(self) -> list[int]:
        """By throw, in thousandths: the chance with the best dice to keep, less the chance with the kept ones."""
        lost: list[int] = []
        for roll, following in zip(self.rolls, self.rolls[1:], strict=False):
            left = THROWS - roll.roll
            parts = [tuple(die for bit, die in enumerate(roll.dice) if mask >> bit & 1) for mask in range(32)]
            best = max(chance_keeping(self.worth, part, left) for part in parts)
            kept = tuple(die for place, die in enumerate(roll.dice, 1) if place not in following.thrown)
            lost.append(round(1000 * best) - round(1000 * chance_keeping(self.worth, kept, left)))
        return lost


class Sums:
    """The sums over a record, turn by turn."""

    def __init__(self, match: Match) -> None:
        self.match, self.seats = match, range(len(match.result.scores))
        dealt = match.of("dealt")[0]
        self.board = dict(zip(dealt.places, dealt.dominoes, strict=True))
        self.turns: list[Turn] = []
        for event in match.events:
            self._add(event, event.__struct_config__.tag)

    def _add(self, event: Any, kind: str) -> None:
        if kind == "turn_begun":
            self.turns.append(Turn(event, self.board))
        elif kind == "rolled":
            self.turns[-1].rolls.append(event)
        elif kind == "guessed":
            self.turns[-1].guesses.append(event)
        elif kind in ("eaten", "went_without"):
            self.turns[-1].end = event
        if kind == "eaten":
            self.board = {place: domino for place, domino in self.board.items() if place not in event.places}

    def meals(self, seat: int) -> int:
        return sum(turn.ate for turn in self.turns if turn.seat == seat)

    @property
    def too_high(self) -> list[int]:
        """The excess of each guess over the exact chance, in thousandths."""
        return [10 * guess.percent - guess.exact for turn in self.turns for guess in turn.guesses]


def in_words(number: int) -> list[int]:
    """The numbers that appear in digits: 1 is a word in a sentence."""
    return [number] if number != 1 else []


def percent(share: float) -> int:
    return int(round(1000 * share) / 10 + 0.5) if 0.01 <= share <= 0.99 or share in (0, 1) else 1 if share < 0.5 else 99


def gave_away(sums: Sums) -> list[int]:
    found = [(lost, turn.number) for turn in sums.turns for lost in turn.given_away()]
    lost, number = first_most(found, lambda pair: pair[0])
    return [number, round(lost / 10)]


def failed_likely(sums: Sums) -> list[int]:
    turn = first_most([turn for turn in sums.turns if not turn.ate], lambda each: round(1000 * each.chance))
    return [turn.number, percent(turn.chance)]


def came_unlikely(sums: Sums) -> list[int]:
    turn = first_most([turn for turn in sums.turns if turn.ate], lambda each: -round(1000 * each.chance))
    return [turn.number, percent(turn.chance)]


def left_a_meal(sums: Sums) -> list[int]:
    return in_words(sum(turn.could and not turn.ate for turn in sums.turns))


def luck_of_dice(sums: Sums) -> list[int]:
    expected = [sum(turn.chance for turn in sums.turns if turn.seat == seat) for seat in sums.seats]
    seat = first_most(list(sums.seats), lambda each: abs(round(sums.meals(each) - expected[each], 3)))
    return [sums.meals(seat), round(expected[seat])]


def lowered_target(sums: Sums) -> list[int]:
    return in_words(sum(turn.begun.target < turn.number for turn in sums.turns))


def board_left(sums: Sums) -> list[int]:
    return in_words(len(sums.board))


def combinations(sums: Sums) -> list[int] | None:
    """Points of the combinations and in total, of the first player with the highest score."""
    scores = sums.match.result.scores
    scored = sums.match.of("scored", seat=scores.index(max(scores)))[0]
    made = sum(each.points for each in scored.hand.combinations)
    return [made, scored.total] if 2 * made >= scored.total else None


def many_tries(sums: Sums) -> list[int]:
    turn = first_most(sums.turns, lambda each: each.begun.attempt)
    return [turn.number, sum(each.number == turn.number for each in sums.turns)]


def ate_at_once(sums: Sums) -> list[int]:
    return in_words(sum(turn.ate and len(turn.rolls) == 1 for turn in sums.turns))


def small_point_die(sums: Sums) -> list[int]:
    return [sum(event.point == 1 for event in sums.match.of("eaten"))]


def hopeful(sums: Sums) -> list[int]:
    return [int(abs(sum(sums.too_high) / len(sums.too_high)) / 10 + 0.5)]


def worst_guess(sums: Sums) -> list[int]:
    guesses = [(turn.number, guess) for turn in sums.turns for guess in turn.guesses]
    number, guess = first_most(guesses, lambda pair: abs(10 * pair[1].percent - pair[1].exact))
    return [number, guess.percent, percent(guess.exact / 1000)]


def chance_elsewhere(sums: Sums) -> list[int]:
    return [sum(map(sums.meals, sums.seats)), len(sums.turns)]


def one_short(sums: Sums) -> list[int] | None:
    """The domino that a combination lacks, and the points; another player may have the domino. `test_facts.py` tests
    the combination.
    """
    lacking = [each for player in sums.match.facts.seats for each in player.missed if len(each.missing) == 1]
    if not lacking:
        return None
    most = first_most(lacking, lambda each: each.points)
    return [*sorted(most.missing[0]), most.points]


def taken_by_others(sums: Sums) -> list[int] | None:
    """The one domino that a combination lacked, if another player ate it."""
    ate = {tuple(sorted(domino)): event.seat for event in sums.match.of("eaten") for domino in event.dominoes}
    for player in sums.match.facts.seats:
        for each in player.missed:
            holder = ate.get(tuple(sorted(each.missing[0]))) if len(each.missing) == 1 else None
            if holder is not None and holder != player.seat:
                return sorted(each.missing[0])
    return None


def headline(sums: Sums) -> list[int]:
    return [max(sums.match.result.scores)]


NUMBERS: Final[dict[str, Expected]] = {
    each.__name__: each
    for each in (
        *(gave_away, failed_likely, came_unlikely, left_a_meal, luck_of_dice, lowered_target, board_left),
        *(combinations, many_tries, ate_at_once, small_point_die, hopeful, worst_guess, chance_elsewhere),
        *(one_short, taken_by_others),
    )
}
WITHOUT: Final = ()
NEVER: Final = ()
