"""The authors of a seat's decisions in a few words of the current language."""

from collections.abc import Callable, Iterable
from typing import Any

from django.utils.translation import gettext as _

from games.models import AuthorKind
from games.platform.selectors.authorship import Person, SeatStory, Stretch
from games.ui.faces import Face


def names_of(people: Iterable[Person]) -> str:
    """Names in their order."""
    return ", ".join(person.name for person in people)


def seat_words(story: SeatStory, until: Callable[[int], str], *, named: bool, bot: str = "") -> str:
    """`Ada to activity 3, bot from then on`. If `named`, holders without a move are added. `bot` is the name of a bot
    that decided alone; `until` words a turn as the end of a stretch.
    """
    parts = [_who(stretch, bot if bot and len(story.stretches) == 1 else _("bot")) for stretch in story.stretches]
    said = [
        _("%(who)s %(until)s") % {"who": who, "until": until(stretch.last_turn)}
        for who, stretch in zip(parts[:-1], story.stretches[:-1], strict=True)
    ]
    if said:
        said.append(_("%(who)s from then on") % {"who": parts[-1]})
    words = ", ".join(said or parts) or _("nobody")
    if not named or not story.idle:
        return words
    idle = {"who": words, "names": names_of(story.idle)}
    if story.was_played:
        return _("%(who)s (also given to %(names)s, who did not play)") % idle
    return _("%(who)s (planned for %(names)s, who did not play)") % idle


def _who(stretch: Stretch, bot: str) -> str:
    if stretch.people and stretch.kind == AuthorKind.PAPER:
        return _("%(names)s, entered from paper") % {"names": names_of(stretch.people)}
    if stretch.people:
        return names_of(stretch.people)
    match stretch.kind:
        case AuthorKind.PAPER:
            return _("entered from paper")
        case AuthorKind.PLAYER:
            return _("somebody who is not known any more")
        case AuthorKind.DEADLINE:
            return _("decided by deadline")
        case AuthorKind.PLAN:
            return _("decided by a plan")
        case AuthorKind.INSTRUCTOR:
            return _("decided by the instructor")
        case _:
            return bot


def until_of(face: Face, scenario: Any) -> Callable[[int], str]:
    """A function that words a turn of a game's scenario as the end of a stretch."""
    return lambda turn: face.words.until(scenario, turn)
