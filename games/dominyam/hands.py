"""Hands and scores: the players around the table, and what one's own dominoes would score."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.dominyam import names
from games.dominyam.rules.combinations import KINDS, Combination
from games.dominyam.rules.scoring import Score, final_score
from games.dominyam.rules.view import View
from games.kit.faces import RoleName, Scene


@dataclass(frozen=True)
class PlayerRow:
    """A player and the score if the match ended now."""

    seat: int
    role: RoleName
    holder: str
    me: bool
    awaited: bool
    meals: int
    points: int
    hand: int
    total: str


@dataclass(frozen=True)
class ComboRow:
    """A kind of combination: the dominoes that make it, or nothing yet."""

    name: str
    rule: str
    dominoes: str
    points: str


def player_rows(scene: Scene) -> tuple[PlayerRow, ...]:
    """By seat."""
    view: View = scene.view
    asked = {prompt.seat for prompt in scene.prompts}
    rows = []
    for seat, role in enumerate(names.role_names(scene.scenario)):
        score = final_score(view, seat)
        rows.append(
            PlayerRow(
                seat=seat,
                role=role,
                holder=scene.names.get(seat, ""),
                me=seat == scene.seat,
                awaited=seat in asked,
                meals=len(view.hands[seat]) // 2,
                points=score.points,
                hand=score.hand.total,
                total=names.signed(score.total),
            )
        )
    return tuple(rows)


def hand_of(view: View, seat: int) -> dict[str, object]:
    """The sheet of one player: combinations, other dominoes, sums."""
    score = final_score(view, seat)
    made = {each.kind: each for each in score.hand.combinations}
    rows = tuple(_combo(made.get(kind), names.kind(kind), names.rule_of(kind)) for kind in KINDS)
    return {
        "combos": rows,
        "others": names.dominoes(score.hand.others),
        "values": score.hand.values,
        "points": score.points,
        "uneaten": _uneaten(score),
        "total": names.signed(score.total),
        "end": _("higher half") if view.options.value_end == "high" else _("lower half"),
        "empty": not view.hands[seat],
    }


def _combo(made: Combination | None, name: str, rule: str) -> ComboRow:
    if made is None:
        return ComboRow(name, rule, "", "")
    return ComboRow(name, rule, names.dominoes(made.dominoes), str(made.points))


def _uneaten(score: Score) -> str:
    if not score.uneaten:
        return ""
    words = ngettext("%(number)d domino not eaten", "%(number)d dominoes not eaten", score.uneaten)
    return words % {"number": score.uneaten}
