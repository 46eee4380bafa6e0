"""The result in words, the parts of the scores, the work of the crews and the use of the money."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.master_builder import names
from games.catalogue.master_builder.facts import Facts
from games.catalogue.master_builder.facts.tables import PlayerFacts, RoundFacts
from games.ui.faces import RoleName


@dataclass(frozen=True)
class PlayerRow:
    """A player's score and its parts, in k."""

    role: RoleName
    played_by: str
    place: int
    cash: str
    unfinished: str
    debts: str
    score: str


@dataclass(frozen=True)
class CrewRow:
    """The wages of a player's crew by use, and the sections built. `share` is the percentage of wages for idle and
    absent workers.
    """

    role: RoleName
    wages: str
    idle: str
    down: str
    share: int
    sections: int
    possible: int
    without_events: int


@dataclass(frozen=True)
class CashLine:
    """A round of a player's cash flow: start, income, expenses, end."""

    round: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class CashTable:
    """A player's cash flow."""

    role: RoleName
    lines: tuple[CashLine, ...]


def headline(facts: Facts) -> str:
    """A headline such as `Architect B wins with 84k`."""
    best = [player for player in facts.seats if player.place == 1]
    words = {
        "players": names.players_text(player.seat for player in best),
        "money": names.k(best[0].score),
    }
    return ngettext("%(players)s wins with %(money)s", "%(players)s share the win with %(money)s", len(best)) % words


def stopped(facts: Facts) -> str:
    """A headline such as `Stopped in round 3 of 8`."""
    words = {"n": max((line.round for line in facts.rounds), default=1), "of": facts.last_round}
    return _("Stopped in round %(n)d of %(of)d") % words


def lead(facts: Facts) -> str:
    """The length of the match and the contracts sold and finished."""
    done = sum(each.finished is not None for each in facts.contracts)
    words = {
        "rounds": facts.last_round,
        "sold": len(facts.contracts),
        "done": done,
        "sections": sum(each.sections for each in facts.contracts),
    }
    text = _("Rounds played: %(rounds)d. Contracts sold: %(sold)d, finished: %(done)d. Sections built: %(sections)d.")
    return text % words


def player_rows(facts: Facts, roles: Sequence[RoleName], people: Sequence[str]) -> list[PlayerRow]:
    """The rows of the players, best first."""
    order = sorted(facts.seats, key=lambda player: (player.place, player.seat))
    return [
        PlayerRow(
            role=roles[player.seat],
            played_by=people[player.seat],
            place=player.place,
            cash=names.k(player.cash),
            unfinished=names.k(player.unfinished),
            debts=names.k(-player.debts),
            score=names.k(player.score),
        )
        for player in order
    ]


def crew_rows(facts: Facts, roles: Sequence[RoleName]) -> list[CrewRow]:
    """The rows of the crews, by seat."""
    return [_crew(facts, player, roles[player.seat]) for player in facts.seats]


def _crew(facts: Facts, player: PlayerFacts, role: RoleName) -> CrewRow:
    own = [each for each in facts.rounds if each.seat == player.seat]
    unused = player.idle_wages + player.down_wages
    return CrewRow(
        role=role,
        wages=names.k(player.wages),
        idle=names.k(player.idle_wages),
        down=names.k(player.down_wages),
        share=round(100 * unused / player.wages) if player.wages else 0,
        sections=sum(each.sections for each in own),
        possible=sum(each.possible for each in own),
        without_events=sum(each.without_events for each in own),
    )


def cash_tables(facts: Facts, roles: Sequence[RoleName]) -> list[CashTable]:
    """The cash flows by seat and round."""
    return [CashTable(roles[player.seat], cash_lines(facts, player.seat)) for player in facts.seats]


def cash_lines(facts: Facts, seat: int) -> tuple[CashLine, ...]:
    """A player's purse, round by round."""
    return tuple(CashLine(each.round, _cells(each)) for each in facts.rounds if each.seat == seat)


def _cells(line: RoundFacts) -> tuple[str, ...]:
    """The cells start, income, loans taken, bids, fees and rents, wages, loans repaid, end; empty for no amount."""
    other = line.rent + line.brought - line.fees - line.paid_off
    amounts = (line.income, line.borrowed, line.bonuses - line.bids, other, -line.wages, -line.repaid)
    return (names.signed(line.start), *(names.signed(each) if each else "" for each in amounts), names.signed(line.end))
