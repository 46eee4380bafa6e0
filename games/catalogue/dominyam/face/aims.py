"""The aim of a seat, and the reason for the end of a match, each in a sentence."""

from typing import Final

from django.utils.translation import gettext as _

from games.catalogue.dominyam import names
from games.catalogue.dominyam.face.facilitation import points_brought
from games.catalogue.dominyam.rules.events import Scored
from games.engine.types import Result
from games.ui.faces import Scene
from games.ui.seats import players_named
from games.ui.sentences import phrase, sentences

ENDING_KINDS: Final = ("scored", "points_brought")


def aim(scene: Scene) -> str:
    return _("The most points: die points count at once, the combinations of your hand at the end.")


def ending(scene: Scene, result: Result) -> str:
    """The reason for the end, and the parts of the best player's score."""
    best = max((event for event in scene.record if isinstance(event, Scored)), key=lambda event: event.total)
    why = names.ending(scene.view.ended) if scene.view.ended is not None else ""
    if result.places.count(1) > 1:
        return why
    brought = points_brought(scene.record)[best.seat or 0]
    words = {"points": best.points - brought, "hand": best.total - best.points} | players_named(player=best.seat or 0)
    text = (
        _("%(points)s points came from meals, %(hand)s from the hand.")
        if len(result.scores) == 1
        else _("%(The_player)s has most: %(points)s points from meals, %(hand)s from the hand.")
    )
    given = phrase(_("Brought by the facilitator: %(points)s."), points=names.points(brought)) if brought else ""
    return sentences(why, phrase(text, **words), given)
