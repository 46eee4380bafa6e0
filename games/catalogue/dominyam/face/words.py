"""Events in sentences. The page shows the player as a badge before the sentence, as its subject."""

from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.dominyam import names
from games.catalogue.dominyam.face import aims, deciding
from games.catalogue.dominyam.face.refusals import REFUSALS
from games.catalogue.dominyam.names import bold
from games.catalogue.dominyam.rules.events import (
    Dealt,
    Eaten,
    GameEnded,
    Guessed,
    Kept,
    PointsBrought,
    Rolled,
    Scored,
    TargetMoved,
    TurnBegun,
    WentWithout,
)
from games.catalogue.dominyam.rules.scenario import Scenario
from games.catalogue.dominyam.rules.types import step_of
from games.catalogue.dominyam.rules.view import View
from games.engine.types import Result
from games.ui.faces import Heading, Words, WordsPart, to_numbered_turn
from games.ui.seats import player_name
from games.ui.sentences import phrase, sentences

Maker = Callable[[Scenario, Any], Words | None]


def dealt(scenario: Scenario, event: Dealt) -> Words:
    return Words(phrase(_("Begins. The %(number)s dominoes lie at random."), number=len(event.places)), "flag")


def turn_begun(scenario: Scenario, event: TurnBegun) -> Words | None:
    """The sentence for a new turn; None unless the target differs from the turn's number."""
    if event.target == step_of(event.turn):
        return None
    text = _("Target %(target)s instead of %(turn)s: no pair that may go has more.")
    return Words(phrase(text, target=bold(event.target), turn=step_of(event.turn)))


def rolled(scenario: Scenario, event: Rolled) -> Words:
    if event.roll == 1:
        return Words(phrase(_("Threw %(dice)s."), dice=bold(names.dice(event.dice))))
    words = ngettext(
        "Threw %(number)s die again: %(dice)s.", "Threw %(number)s dice again: %(dice)s.", len(event.thrown)
    )
    return Words(phrase(words, number=len(event.thrown), dice=bold(names.dice(event.dice))))


def guessed(scenario: Scenario, event: Guessed) -> Words:
    first, second = (names.domino(domino) for domino in event.dominoes)
    text = _("Goes for %(first)s and %(second)s. Chance: guessed %(percent)s, exact %(exact)s.")
    numbers = {"percent": bold(names.percent(10 * event.percent)), "exact": bold(names.percent(event.exact))}
    return Words(phrase(text, first=first, second=second, **numbers))


def kept(scenario: Scenario, event: Kept) -> Words:
    return Words(_("Keeps all dice."))


def eaten(scenario: Scenario, event: Eaten) -> Words:
    first, second = (names.domino(domino) for domino in event.dominoes)
    text = _("Ate %(first)s and %(second)s (sum %(sum)s, target %(target)s): %(points)s for the die left over.")
    told = phrase(
        text,
        first=bold(first),
        second=bold(second),
        sum=sum(map(sum, event.dominoes)),
        target=event.target,
        points=bold(names.points(event.point)),
    )
    bonus = phrase(_("Above the target: %(points)s more."), points=names.points(event.bonus)) if event.bonus else ""
    return Words(sentences(told, bonus), "check", f"points-{event.seat}")


def went_without(scenario: Scenario, event: WentWithout) -> Words:
    text = _("No meal, though %(dice)s fitted one.") if event.could else _("No meal with %(dice)s.")
    return Words(phrase(text, dice=names.dice(event.dice)), "cross")


def target_moved(scenario: Scenario, event: TargetMoved) -> Words:
    text = _("%(title)s: %(target)s instead of %(earlier)s in this turn.")
    numbers = {"target": bold(event.target), "earlier": event.target - event.amount}
    return Words(phrase(text, title=names.brought_title(event), **numbers), "flag")


def points_brought(scenario: Scenario, event: PointsBrought) -> Words:
    text = _("%(title)s: %(points)s more.") if event.amount > 0 else _("%(title)s: %(points)s fewer.")
    points = bold(names.points(abs(event.amount)))
    return Words(phrase(text, title=names.brought_title(event), points=points), "flag", f"points-{event.seat}")


def game_ended(scenario: Scenario, event: GameEnded) -> Words:
    left = ngettext("%(number)s domino is left.", "%(number)s dominoes are left.", len(event.left))
    return Words(sentences(bold(names.ending(event.why)), phrase(left, number=len(event.left))), "flag")


def scored(scenario: Scenario, event: Scored) -> Words:
    text = _("%(total)s: %(points)s in the match, %(combinations)s for combinations, %(values)s for other dominoes.")
    made = sum(each.points for each in event.hand.combinations)
    numbers = {"points": event.points, "combinations": made, "values": event.hand.values}
    told = phrase(text, total=bold(names.points(event.total)), **numbers)
    left = phrase(_("%(number)s less for dominoes not eaten."), number=event.uneaten) if event.uneaten else ""
    return Words(sentences(told, left), "", f"points-{event.seat}")


EVENT_WORDS: dict[type, Maker] = {
    Dealt: dealt,
    TurnBegun: turn_begun,
    Rolled: rolled,
    Guessed: guessed,
    Kept: kept,
    Eaten: eaten,
    WentWithout: went_without,
    TargetMoved: target_moved,
    PointsBrought: points_brought,
    GameEnded: game_ended,
    Scored: scored,
}


def words_of(scenario: Scenario, event: Any) -> Words | None:
    """An event in a sentence. It is None for events that are no news."""
    maker = EVENT_WORDS.get(type(event))
    return maker(scenario, event) if maker else None


def _heading(scenario: Scenario, view: View) -> Heading:
    """The heading of a turn. The game's turn numbers go down; the platform counts up."""
    if view.ended is not None:
        return Heading(_("The meal is over"), names.ending(view.ended), step_of(view.turn), step_of(1))
    sub = _("target %(target)d") % {"target": view.target}
    return Heading(_turn(scenario, step_of(view.turn)), sub, step_of(view.turn), step_of(1))


def _turn(scenario: Scenario, turn: int) -> str:
    return _("Turn %(turn)d") % {"turn": step_of(turn)}


def _score(scenario: Scenario, result: Result) -> str:
    points = names.points(max(result.scores))
    if len(result.scores) == 1:
        return points
    best = [player_name(seat) for seat, place in enumerate(result.places) if place == 1]
    return _("Most points: %(players)s, %(points)s") % {"players": ", ".join(best), "points": points}


WORDS: Final = WordsPart(
    scenario=names.scenario_name,
    roles=names.role_names,
    aim=aims.aim,
    heading=_heading,
    turn=_turn,
    until=lambda scenario, turn: to_numbered_turn(scenario, step_of(turn)),
    decision=deciding.decision_words,
    where=deciding.where_words,
    refusals=REFUSALS,
    event=words_of,
    silent_kinds=("turn_begun",),
    score=_score,
    ending=aims.ending,
    ending_kinds=aims.ENDING_KINDS,
)
