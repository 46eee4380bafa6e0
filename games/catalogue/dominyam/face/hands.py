"""Hands and scores: the players around the table, and the score of the reader's dominoes."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.dominyam import names
from games.catalogue.dominyam.face import board
from games.catalogue.dominyam.face.facilitation import points_brought
from games.catalogue.dominyam.rules.combinations import KINDS, Combination, Kind
from games.catalogue.dominyam.rules.scoring import Score, final_score
from games.catalogue.dominyam.rules.view import View
from games.ui.faces import RoleName, Scene


@dataclass(frozen=True)
class PlayerRow:
    """A player with the score if the match ended now."""

    seat: int
    role: RoleName
    holder: str
    me: bool
    awaited: bool
    meals: int
    points: int
    """The points of the dice."""
    hand: int
    total: str
    brought: str = ""
    """The points that the facilitator brought, if the match had such events."""


@dataclass(frozen=True)
class ComboRow:
    """A kind of combination: the dominoes that make it, or none yet."""

    name: str
    rule: str
    dominoes: str
    points: str
    pictures: tuple[board.Small, ...] = ()
    size: int = 0
    """The number of dominoes of the combination."""


def player_rows(scene: Scene) -> tuple[PlayerRow, ...]:
    """The rows of the players, by seat."""
    view: View = scene.view
    asked = {prompt.seat for prompt in scene.prompts}
    brought = points_brought(scene.record)
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
                points=score.points - brought[seat],
                hand=score.hand.total,
                total=names.signed(score.total),
                brought=names.signed(brought[seat]) if brought else "",
            )
        )
    return tuple(rows)


def hand_of(view: View, seat: int, brought: int = 0) -> dict[str, object]:
    """The sheet of one player: combinations, other dominoes, the points that the facilitator brought, sums."""
    score = final_score(view, seat)
    made = {each.kind: each for each in score.hand.combinations}
    rows = tuple(_combo(made.get(kind), kind) for kind in KINDS)
    return {
        "combos": rows,
        "others": names.dominoes(score.hand.others),
        "other_pictures": tuple(board.small(domino) for domino in score.hand.others),
        "values": score.hand.values,
        "points": score.points - brought,
        "brought": names.signed(brought) if brought else "",
        "uneaten": _uneaten(score),
        "total": names.signed(score.total),
        "end": _("higher half") if view.options.value_end == "high" else _("lower half"),
        "empty": not view.hands[seat],
    }


SIZES = {"full": 3, "large_straight": 3, "small_straight": 2, "brelan": 2, "pair": 1}


def _combo(made: Combination | None, kind: Kind) -> ComboRow:
    name, rule = names.kind(kind), names.rule_of(kind)
    if made is None:
        return ComboRow(name, rule, "", "", size=SIZES[kind])
    pictures = tuple(board.small(domino) for domino in made.dominoes)
    return ComboRow(name, rule, names.dominoes(made.dominoes), str(made.points), pictures, SIZES[kind])


@dataclass(frozen=True)
class Won:
    """A player's dominoes at the end: meals in the order of play, and the combinations they made."""

    role: RoleName
    holder: str
    total: str
    meals: tuple[tuple[board.Small, ...], ...]
    combos: tuple[ComboRow, ...]
    others: tuple[board.Small, ...]
    values: int
    points: int


def won(scene: Scene) -> tuple[Won, ...]:
    """The players' dominoes at the end, the best player first."""
    view: View = scene.view
    found = []
    for seat, role in enumerate(names.role_names(scene.scenario)):
        score = final_score(view, seat)
        eaten = [board.small(view.dominoes[place - 1]) for place in view.hands[seat]]
        found.append(
            (
                -score.total,
                Won(
                    role=role,
                    holder=scene.names.get(seat, ""),
                    total=names.signed(score.total),
                    meals=tuple(zip(eaten[::2], eaten[1::2], strict=True)),
                    combos=tuple(_combo(each, each.kind) for each in score.hand.combinations),
                    others=tuple(board.small(domino) for domino in score.hand.others),
                    values=score.hand.values,
                    points=score.points,
                ),
            )
        )
    return tuple(each for _score, each in sorted(found, key=lambda pair: pair[0]))


def _uneaten(score: Score) -> str:
    if not score.uneaten:
        return ""
    words = ngettext("%(number)d domino not eaten", "%(number)d dominoes not eaten", score.uneaten)
    return words % {"number": score.uneaten}
