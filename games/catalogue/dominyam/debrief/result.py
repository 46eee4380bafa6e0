"""The result in words, and the players with the parts of their scores."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.dominyam import names
from games.catalogue.dominyam.facts import Facts
from games.catalogue.dominyam.facts.tables import PlayerFacts
from games.catalogue.dominyam.rules.types import FIRST_TURN
from games.ui.faces import RoleName
from games.ui.seats import player_name


@dataclass(frozen=True)
class PlayerRow:
    """A player's score and its parts; `expected` is the expected number of meals."""

    role: RoleName
    played_by: str
    place: int
    total: str
    points: int
    combinations: int
    values: int
    uneaten: str
    meals: int
    turns: int
    expected: str
    given_away: str
    brought: str
    """The points that the facilitator brought."""


def headline(facts: Facts) -> str:
    """A headline such as `Player B wins with 118 points`."""
    if facts.players == 1:
        return _("Scored %(points)s alone") % {"points": names.points(facts.seats[0].total)}
    best = [player for player in facts.seats if player.place == 1]
    words = {
        "players": ", ".join(player_name(player.seat) for player in best),
        "points": names.points(best[0].total),
    }
    return ngettext("%(players)s wins with %(points)s", "%(players)s share the win with %(points)s", len(best)) % words


def stopped(facts: Facts) -> str:
    """A headline such as `Stopped in turn 9, counting down from 14`."""
    turn = facts.turns[-1].turn if facts.turns else FIRST_TURN
    return _("Stopped in turn %(turn)d, counting down from %(first)d") % {"turn": turn, "first": FIRST_TURN}


def lead(facts: Facts) -> str:
    """The reason for the end, and the dominoes left."""
    said = [names.ending(facts.why)] if facts.why else []
    if facts.left:
        left = ngettext(
            "%(number)d domino stayed on the board.", "%(number)d dominoes stayed on the board.", len(facts.left)
        )
        said.append(left % {"number": len(facts.left)})
    return " ".join(said)


def player_rows(facts: Facts, roles: Sequence[RoleName], people: Sequence[str]) -> list[PlayerRow]:
    """The rows of the players, best first."""
    order = sorted(facts.seats, key=lambda player: (player.place, player.seat))
    return [_row(player, roles[player.seat], people[player.seat]) for player in order]


def _row(player: PlayerFacts, role: RoleName, played_by: str) -> PlayerRow:
    return PlayerRow(
        role=role,
        played_by=played_by,
        place=player.place,
        total=names.signed(player.total),
        points=player.points - player.brought,
        combinations=sum(made.points for made in player.hand.combinations),
        values=player.hand.values,
        uneaten=names.signed(-player.uneaten),
        meals=player.meals,
        turns=player.turns,
        expected=tenths(player.expected),
        given_away=tenths(player.given_away),
        brought=names.signed(player.brought),
    )


def eaten_rows(facts: Facts, roles: Sequence[RoleName]) -> list[tuple[RoleName, str]]:
    """The dominoes of each player's meals, by seat, in the order in which they were eaten."""
    meals = [(turn.seat, turn.ate) for turn in facts.turns if turn.ate is not None]
    return [
        (role, names.dominoes(one for who, meal in meals if who == seat for one in meal))
        for seat, role in enumerate(roles[: facts.players])
    ]


def tenths(thousandths: int) -> str:
    """A number of meals with one decimal, 6345 as 6.3, with the decimal mark of the language."""
    number = round(thousandths / 100)
    return _("%(whole)d.%(tenth)d") % {"whole": number // 10, "tenth": number % 10}


def luck_words(facts: Facts, roles: Sequence[RoleName]) -> list[str]:
    """The actual compared with the expected number of meals, one sentence for each player."""
    said = []
    for player in facts.seats:
        more = 1000 * player.meals - player.expected
        words = {"player": roles[player.seat].name, "meals": names.meals(player.meals)}
        words["expected"] = tenths(player.expected)
        if abs(more) < 500:
            text = _("%(player)s: %(meals)s, about the %(expected)s that the chances promised.")
        elif more > 0:
            text = _("%(player)s: %(meals)s, more than the %(expected)s that the chances promised.")
        else:
            text = _("%(player)s: %(meals)s, fewer than the %(expected)s that the chances promised.")
        said.append(text % words)
    return said
