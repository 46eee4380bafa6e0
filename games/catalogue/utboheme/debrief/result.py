"""The result in words, and the players with the sources of their points and cards."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.utboheme import names
from games.catalogue.utboheme.facts.tables import Facts, PlayerFacts
from games.catalogue.utboheme.rules.resources import Cards
from games.ui.faces import RoleName

ABOUT = 1500
"""The difference in thousandths of cards up to which actual and expected income count as equal."""


@dataclass(frozen=True)
class PlayerRow:
    """A player: points by source, and cards by gains and losses."""

    role: RoleName
    played_by: str
    facts: PlayerFacts
    special: str
    expected: str
    luck: str
    hand: int
    discovered: int


def headline(facts: Facts) -> str:
    """A headline such as `Player B wins with 10 points`."""
    best = [player for player in facts.seats if player.place == 1]
    words = {
        "players": names.players_text(player.seat for player in best),
        "points": names.points(best[0].points),
    }
    return ngettext("%(players)s wins with %(points)s", "%(players)s share the win with %(points)s", len(best)) % words


def stopped(facts: Facts) -> str:
    """A headline such as `Stopped in turn 14`."""
    if not facts.start:
        return _("Stopped during the foundation")
    return _("Stopped in turn %(turn)d") % {"turn": len(facts.turns) + 1}


def lead(facts: Facts) -> str:
    """The kind of end, and the numbers of turns and trades."""
    said = [_("The last round is played.")] if facts.why == "rounds" else []
    turns = len(facts.turns)
    said.append(ngettext("%(number)d turn was played.", "%(number)d turns were played.", turns) % {"number": turns})
    between = sum(trade.partner is not None for trade in facts.trades)
    words = _("Trades between players: %(number)d, with the bank: %(bank)d.")
    said.append(words % {"number": between, "bank": len(facts.trades) - between})
    return " ".join(said)


def player_rows(facts: Facts, roles: Sequence[RoleName], people: Sequence[str]) -> list[PlayerRow]:
    """The rows of the players, best first."""
    order = sorted(facts.seats, key=lambda player: (player.place, player.seat))
    return [_row(player, roles[player.seat], people[player.seat]) for player in order]


def _row(player: PlayerFacts, role: RoleName, played_by: str) -> PlayerRow:
    special = [_("longest cursus")] * player.longest + [_("oldest ancien")] * player.oldest
    return PlayerRow(
        role=role,
        played_by=played_by,
        facts=player,
        special=", ".join(special) or "–",
        expected=names.tenths(player.expected),
        luck=names.signed_tenths(player.luck),
        hand=_total(player.hand),
        discovered=player.discovered,
    )


def _total(cards: Cards) -> int:
    return sum(cards)


def luck_words(facts: Facts, roles: Sequence[RoleName]) -> list[str]:
    """The actual compared with the expected income, one sentence for each player."""
    said = []
    for player in facts.seats:
        words = {
            "player": roles[player.seat].name,
            "income": names.number_of_cards(player.income),
            "expected": names.tenths(player.expected),
        }
        if abs(player.luck) <= ABOUT:
            text = _("%(player)s: %(income)s from the dice, about the %(expected)s that were to be expected.")
        elif player.luck > 0:
            text = _("%(player)s: %(income)s from the dice, more than the %(expected)s that were to be expected.")
        else:
            text = _("%(player)s: %(income)s from the dice, fewer than the %(expected)s that were to be expected.")
        said.append(text % words)
    return said
