"""Decisions in text mode."""

from django.utils.translation import gettext as _

from games.catalogue.dominyam.rules.moves import Eat, NoMeal, Reroll
from games.engine.types import Choice, Prompt
from games.ui.faces import Scene


def command(scene: Scene, prompt: Prompt, choice: Choice) -> str:
    """A command such as `throw 2 3 5`, with dice by their place in the throw."""
    match choice.move:
        case Reroll(dice=()):
            return _("keep all")
        case Reroll(dice=dice, aim=aim):
            thrown = _("throw %(dice)s") % {"dice": " ".join(map(str, dice))}
            if aim is None:
                return thrown
            return thrown + _(" aiming at %(one)d and %(other)d, guess {guess}") % {"one": aim[0], "other": aim[1]}
        case Eat(places=(one, other), point=point):
            return _("eat %(one)d and %(other)d leaving %(point)d") % {"one": one, "other": other, "point": point}
        case NoMeal():
            return _("no meal")
    return ""
