"""Expected numbers of Dominato's sentences, computed from the events of a record; table and hands are laid out anew."""

from typing import Any, Final

from games.catalogue.dominato.rules.geometry import BALANCE
from games.catalogue.dominato.rules.links import links
from games.catalogue.dominato.rules.places import needs_at
from games.catalogue.dominato.rules.types import Deck, Laid
from tests.games.sentences import Expected, Match


class Step:
    """A tile that was laid or tried (`laid`), or a pass."""

    def __init__(self, event: Any, options: list[int], laid: Laid | None, table: tuple[Laid, ...]) -> None:
        self.event, self.options, self.laid = event, options, laid
        self.tried = event.__struct_config__.tag == "tried"
        self.back = False
        self.claims: list[Any] = []
        needs = needs_at(table, laid.x, laid.y, laid.way, incidental=True) or () if laid else ()
        self.faults = [need for need in needs if laid and laid.parts[need.part] != need.value]
        self.holding = len(needs) - len(self.faults)
        self.kinds = [self._kind(need, table) for need in self.faults]
        if laid and laid.said is not None and laid.said != laid.balance:
            self.kinds.append(by_numbers(laid.said, laid.balance))

    def _kind(self, need: Any, table: tuple[Laid, ...]) -> str:
        assert self.laid is not None
        value = self.laid.parts[need.part]
        if need.part != BALANCE and table[need.neighbour].said == value:
            return "believed"
        return "missed" if self.holding else by_numbers(value, need.value)

    @property
    def is_wrong(self) -> bool:
        return bool(self.kinds)


def by_numbers(claimed: int, true: int) -> str:
    if claimed == -true:
        return "sign"
    return "zero" if 0 in (claimed, true) else "number"


class Sums:
    """The sums over a record, step by step."""

    def __init__(self, match: Match) -> None:
        self.match, scenario = match, match.where.scenario
        self.options = match.where.options
        self.deck = Deck(scenario.tiles, scenario.hand, scenario.triple_bonus_points)
        self.hands: dict[int, set[int]] = {}
        self.table: tuple[Laid, ...] = ()
        self.steps: list[Step] = []
        for event in match.events:
            self._add(event, event.__struct_config__.tag)
        self.games = match.of("game_ended")
        self.begun = match.of("game_begun")

    def _add(self, event: Any, kind: str) -> None:
        if kind == "game_begun":
            self.table = ()
        elif kind == "dealt":
            self.hands[event.seat] = set(event.tiles)
        elif kind in ("placed", "tried", "passed"):
            self._step(event, kind)
        elif kind == "claimed":
            next(step for step in reversed(self.steps) if not step.tried).claims.append(event)
        elif kind == "taken_back":
            self.table = self.table[:-1]
            self.hands[event.seat].add(event.tile)
            next(step for step in reversed(self.steps) if step.laid and not step.tried).back = True
        elif kind == "received":
            self.hands[event.giver].remove(event.tile)
            self.hands[event.seat].add(event.tile)

    def _step(self, event: Any, kind: str) -> None:
        hand = tuple(sorted(self.hands[event.seat]))
        orders = [link.order for link in links(self.deck, self.table, hand, self.options)]
        laid = None
        if kind != "passed":
            said = event.said if isinstance(event.said, int) else None
            laid = Laid(event.tile, event.x, event.y, event.way, event.a, event.b, said)
        self.steps.append(Step(event, orders, laid, self.table))
        if kind == "placed" and laid is not None:
            self.table = (*self.table, laid)
            self.hands[event.seat].remove(event.tile)

    @property
    def turns(self) -> list[Step]:
        return [step for step in self.steps if not step.tried]

    @property
    def points(self) -> list[int]:
        """The scores in ascending order; fewer points are better."""
        return sorted(self.match.of("match_ended")[0].totals)


def in_words(number: int) -> list[int] | None:
    """The numbers that appear in digits: 1 is a word in a sentence, and 0 is left out."""
    return None if not number else [number] if number != 1 else []


def of_kind(sums: Sums, kind: str) -> int:
    return sum(step.kinds.count(kind) for step in sums.steps)


def sign_errors(sums: Sums) -> list[int] | None:
    return in_words(of_kind(sums, "sign"))


def zero_errors(sums: Sums) -> list[int] | None:
    return in_words(of_kind(sums, "zero"))


def number_errors(sums: Sums) -> list[int] | None:
    return in_words(of_kind(sums, "number"))


def missed_contacts(sums: Sums) -> list[int] | None:
    """Tiles with a missed contact; one tile may have two such sides."""
    return in_words(sum("missed" in step.kinds for step in sums.steps))


def believed(sums: Sums) -> list[int] | None:
    return in_words(sum("believed" in step.kinds for step in sums.steps))


def unseen_errors(sums: Sums) -> list[int] | None:
    stayed = [step for step in sums.turns if step.is_wrong and not step.back]
    return None if any(claim.upheld for step in stayed for claim in step.claims) else in_words(len(stayed))


def found_errors(sums: Sums) -> list[int] | None:
    return in_words(sum(any(claim.upheld for claim in step.claims) for step in sums.turns))


def vain_claims(sums: Sums) -> list[int] | None:
    return in_words(sum(any(not claim.upheld for claim in step.claims) and not step.is_wrong for step in sums.turns))


def greater_link(sums: Sums) -> list[int] | None:
    laid = [step for step in sums.turns if step.laid and not step.is_wrong]
    return in_words(sum(step.event.order < max(step.options, default=0) for step in laid))


def needless_pass(sums: Sums) -> list[int] | None:
    return in_words(sum(not step.laid and bool(step.options) for step in sums.turns))


def won_by_link(sums: Sums) -> list[int] | None:
    return in_words(sum(game.how == "link" for game in sums.games))


def blocked(sums: Sums) -> list[int] | None:
    return in_words(sum(game.how == "blocked" for game in sums.games))


def close_match(sums: Sums) -> list[int]:
    return sums.points[:2]


def far_from_last(sums: Sums) -> list[int]:
    return [sums.points[0], sums.points[-1]]


def nested_tiles(sums: Sums) -> list[int] | None:
    laid = [step for step in sums.turns if step.laid and not step.is_wrong]
    return in_words(sum(step.event.kinds == ("nested",) and step.event.order == 2 for step in laid))


def errors_late(sums: Sums) -> list[int]:
    wrong = [place for place, step in enumerate(sums.steps) if step.is_wrong]
    return [sum(2 * place >= len(sums.steps) for place in wrong), len(wrong)]


def starters_won(sums: Sums) -> list[int]:
    won = [(ended.seat, begun.seat) for ended, begun in zip(sums.games, sums.begun, strict=True)]
    return [sum(winner == starter for winner, starter in won), sum(winner is not None for winner, _starter in won)]


def checking(sums: Sums) -> list[int] | None:
    return [] if sums.options.validation == "challenge" else None


def headline(sums: Sums) -> list[int]:
    return sums.points[:1]


NUMBERS: Final[dict[str, Expected]] = {
    each.__name__: each
    for each in (
        *(sign_errors, zero_errors, number_errors, missed_contacts, believed, unseen_errors, found_errors),
        *(vain_claims, greater_link, needless_pass, won_by_link, blocked, close_match, far_from_last),
        *(nested_tiles, errors_late, starters_won, checking),
    )
}
WITHOUT: Final = ()
NEVER: Final = ()
