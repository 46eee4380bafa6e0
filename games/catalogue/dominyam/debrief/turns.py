"""The turns with their chances, the dice kept and the results, and questions for discussion."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.catalogue.dominyam import names
from games.catalogue.dominyam.facts import Facts
from games.catalogue.dominyam.facts.tables import Throw, TurnFacts
from games.ui.faces import RoleName

NOTABLE = 30
"""The thousandths of chance lost by a choice of dice from which it is mentioned."""


@dataclass(frozen=True)
class ThrowRow:
    """A throw in words; `kept` is empty after the last."""

    dice: str
    chance: str
    kept: str
    held: str
    lost: bool


@dataclass(frozen=True)
class TurnRow:
    """A turn in words."""

    turn: int
    role: RoleName
    target: int
    pairs: int
    chance: str
    throws: tuple[ThrowRow, ...]
    result: str
    ate: bool
    note: str
    """The change of the target by the facilitator, if there was one."""


def turn_rows(facts: Facts, roles: Sequence[RoleName]) -> list[TurnRow]:
    """The turns in the order of play."""
    return [_row(turn, roles[turn.seat]) for turn in facts.turns]


def _row(turn: TurnFacts, role: RoleName) -> TurnRow:
    return TurnRow(
        turn=turn.turn,
        role=role,
        target=turn.target,
        pairs=turn.pairs,
        chance=names.percent(turn.chance),
        throws=tuple(_throw(throw) for throw in turn.throws),
        result=_result(turn),
        ate=turn.ate is not None,
        note=_note(turn),
    )


def _note(turn: TurnFacts) -> str:
    text = _("brought by the facilitator: target %(target)d instead of %(before)d")
    return text % {"target": turn.target, "before": turn.target - turn.shift} if turn.shift else ""


def _throw(throw: Throw) -> ThrowRow:
    if throw.held is None or throw.kept is None:
        return ThrowRow(names.dice(throw.dice), names.percent(throw.chance), "", "", False)
    kept = names.dice(throw.kept) or _("nothing")
    return ThrowRow(
        names.dice(throw.dice),
        names.percent(throw.chance),
        kept,
        names.percent(throw.held),
        throw.chance - throw.held >= NOTABLE,
    )


def _result(turn: TurnFacts) -> str:
    if turn.ate is None:
        return _("no meal, though the dice fitted one") if turn.could else _("no meal")
    words = {
        "first": names.domino(turn.ate[0]),
        "second": names.domino(turn.ate[1]),
        "points": names.points(turn.point + turn.bonus),
    }
    return _("%(first)s and %(second)s, %(points)s") % words


def questions(facts: Facts) -> list[str]:
    """Questions for discussion, from the numbers of this match."""
    asked = []
    lost = [
        turn for turn in facts.turns if any(t.held is not None and t.chance - t.held >= NOTABLE for t in turn.throws)
    ]
    if lost:
        worst = max(lost, key=lambda turn: max(t.chance - (t.held or 0) for t in turn.throws if t.held is not None))
        text = _("Turn %(turn)d: other dice would have kept a better chance. Which, and was the pair worth the risk?")
        asked.append(text % {"turn": worst.turn})
    unlikely = [turn for turn in facts.turns if turn.ate is None]
    if unlikely:
        most = max(unlikely, key=lambda turn: turn.chance)
        text = _("Turn %(turn)d failed at a chance of %(chance)s. How often must that happen in fourteen such turns?")
        asked.append(text % {"turn": most.turn, "chance": names.percent(most.chance)})
    missed = [each for player in facts.seats for each in player.missed if len(each.missing) == 1]
    if missed:
        text = _("One domino was missing for: %(kinds)s. When could it have been eaten, and what would it have cost?")
        asked.append(text % {"kinds": ", ".join(sorted({names.kind(each.kind) for each in missed}))})
    asked.append(_("Which meals opened the board for others, and which ones closed it?"))
    return asked
