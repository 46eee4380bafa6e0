"""The events since a player's last visit, as cards: one for each turn of a player, with its throws and its meal."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.dominyam import names
from games.catalogue.dominyam.face.board import PIPS
from games.catalogue.dominyam.face.explain import STATEMENTS, changes, score_then
from games.catalogue.dominyam.face.words import words_of
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
from games.catalogue.dominyam.rules.types import ROLLS
from games.ui.faces import RecapPart, Scene
from games.ui.faces.facilitation import BROUGHT
from games.ui.recap import Happened, RecapCard
from games.ui.seats import player_name
from games.ui.sentences import phrase, sentences
from games.ui.stretches import Stretch

BROUGHT_EVENTS = (TargetMoved, PointsBrought)
BEGINNINGS = (Dealt, TurnBegun, GameEnded, *BROUGHT_EVENTS)
APART = 44
"""The distance from one die to the next in the drawing of a throw."""


def recap(scene: Scene, happened: Sequence[Happened]) -> tuple[RecapCard, ...]:
    return tuple(_card(scene, stretch) for stretch in STATEMENTS.stretches(scene, happened, _begins))


def _begins(one: Any, other: Any) -> bool:
    """True if the second event starts a new card. An event of the facilitator has one for itself."""
    return isinstance(other, BEGINNINGS) or isinstance(one, BROUGHT_EVENTS)


def _card(scene: Scene, stretch: Stretch) -> RecapCard:
    first = stretch.events[0]
    if isinstance(first, Dealt):
        return RecapCard(
            label=_("Everything is ready"),
            title=_("The match begins"),
            turn=first.turn,
            numbers=stretch.numbers,
            words=_describe_events(scene, stretch, (Dealt,)),
            rule="rules#table",
            weight="detail",
        )
    if isinstance(first, BROUGHT_EVENTS):
        return _brought(scene, stretch)
    return _end(scene, stretch) if isinstance(first, GameEnded) else _turn(scene, stretch)


def _brought(scene: Scene, stretch: Stretch) -> RecapCard:
    """The card for an event of the facilitator."""
    event: TargetMoved | PointsBrought = stretch.events[0]
    gives = isinstance(event, PointsBrought)
    return RecapCard(
        label=str(BROUGHT),
        title=names.brought_title(event),
        turn=event.turn,
        numbers=stretch.numbers,
        seat=event.seat,
        words=_describe_events(scene, stretch, BROUGHT_EVENTS),
        changes=changes(scene, stretch, event.seat or 0)[:1] if gives else (),
        rule="rules#scoring" if gives else "rules#target",
    )


def _end(scene: Scene, stretch: Stretch) -> RecapCard:
    """The card for the end with the final scores, the best first."""
    ended: GameEnded = stretch.events[0]
    scores = sorted(stretch.of(Scored), key=lambda each: (-each.total, each.seat))
    alone = len(scores) == 1
    said = [
        phrase(
            _("%(player)s: %(points)s."),
            player=_who(scene, each.seat, alone=alone),
            points=names.bold(names.points(each.total)),
        )
        for each in scores
    ]
    return RecapCard(
        label=_("The meal is over"),
        title=names.ending(ended.why),
        turn=ended.turn,
        numbers=stretch.numbers,
        words=sentences(*said),
        note=sentences(_("Points of the match, combinations and other dominoes are added.")),
        rule="rules#scoring",
    )


def _turn(scene: Scene, stretch: Stretch) -> RecapCard:
    """The card for a player's turn, as far as the reader saw it."""
    last = stretch.events[-1]
    seat = last.seat or 0
    eaten, without = stretch.of(Eaten), stretch.of(WentWithout)
    title, done = _("The turn has begun"), bool(eaten or without)
    if eaten:
        first, second = (names.domino(each) for each in eaten[0].dominoes)
        title = _("Meal: %(first)s and %(second)s") % {"first": first, "second": second}
    elif without:
        title = _("No meal")
    return RecapCard(
        label=_who(scene, seat, alone=scene.view.players == 1),
        title=title,
        turn=last.turn,
        numbers=stretch.numbers,
        seat=seat,
        words=_describe_events(
            scene,
            stretch,
            (TurnBegun, Guessed, Kept, Eaten, WentWithout) if done else (TurnBegun, Rolled, Guessed, Kept),
        ),
        changes=changes(scene, stretch, seat) if eaten else (),
        note=_meal_note(scene, stretch, eaten[0]) if eaten else _next_note(scene) if without else "",
        rule="rules#meal",
        template="dominyam/recap.html" if done or seat != scene.seat else "",
        context={"throws": [_throw(each) for each in stretch.of(Rolled)]},
        weight="news" if eaten else "detail",
    )


def _who(scene: Scene, seat: int | None, *, alone: bool) -> str:
    if seat == scene.seat:
        return pgettext("reader", "You")
    return _("The player") if alone else player_name(seat or 0)


def _describe_events(scene: Scene, stretch: Stretch, kinds: tuple[type, ...]) -> str:
    found = [words_of(scene.scenario, event) for event in stretch.events if isinstance(event, kinds)]
    return sentences(*(words.html for words in found if words))


def _meal_note(scene: Scene, stretch: Stretch, eaten: Eaten) -> str:
    """The points of a meal: the die, the hand, and for a lone player the fewer dominoes left."""
    seat = eaten.seat or 0
    before, after = (score_then(scene, figures, seat) for figures in (stretch.before, stretch.after))
    parts = [_("%(points)s for the die left over") % {"points": names.signed(eaten.point)}]
    if eaten.bonus:
        parts.append(_("%(points)s above the target") % {"points": names.signed(eaten.bonus)})
    parts.append(_("%(points)s for the hand") % {"points": names.signed(after.hand.total - before.hand.total)})
    if before.uneaten:
        parts.append(_("%(points)s less to lose for dominoes not eaten") % {"points": before.uneaten - after.uneaten})
    return phrase(_("Counts as %(parts)s."), parts=", ".join(parts))


def _next_note(scene: Scene) -> str:
    if scene.view.players == 1:
        return sentences(_("Nothing is scored, and the next turn is one lower."))
    return sentences(_("Nothing is scored, and the next player plays the same number."))


def _throw(rolled: Rolled) -> dict[str, Any]:
    """A throw as a drawing, with its new dice marked, and in words."""
    dice = [
        {"x": APART * (number - 1), "pips": PIPS[value], "new": number in rolled.thrown}
        for number, value in enumerate(rolled.dice, 1)
    ]
    words = _("Throw %(number)s of %(throws)s: %(dice)s")
    numbers = {"number": rolled.roll, "throws": ROLLS, "dice": names.dice(rolled.dice)}
    return {"dice": dice, "words": words % numbers}


def heading(_scene: Scene, decided: Sequence[Any]) -> str:
    for event in decided:
        match event:
            case Eaten():
                first, second = (names.domino(each) for each in event.dominoes)
                return _("What happened since you ate %(first)s and %(second)s") % {"first": first, "second": second}
            case WentWithout():
                return _("What happened since your turn without a meal")
            case Rolled() | Guessed() | Kept():
                return _("What happened since your throw")
    return ""


RECAP: Final = RecapPart(cards=recap, heading=heading)
