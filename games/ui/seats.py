"""Names of seats in games without roles."""

from typing import Final

from django.utils.translation import gettext as _

from games.ui.faces import RoleName
from games.ui.languages import by_language
from games.ui.nouns import named

LETTERS: Final = "ABCDEFGHIJKLMN"
COLOURS: Final = ("owner", "structure", "architect", "fitout", "engineer", "inspector")
"""Classes of the badges, in the order of the seats."""
SHAPES: Final = ("", " seat-b", " seat-c", " seat-d")
"""Square, round, arch, shield: the same in every game."""


@by_language()
def lettered(seat: int) -> RoleName:
    """Player A, Player B, up to N."""
    letter, name = LETTERS[seat], player_name(seat)
    badge = COLOURS[seat % len(COLOURS)] + SHAPES[seat % len(SHAPES)]
    return RoleName(f"player_{letter.lower()}", name, name, letter, badge)


@by_language()
def player_name(seat: int) -> str:
    """`Player A`."""
    return _("Player %(letter)s") % {"letter": LETTERS[seat]}


def players_named(**seats: int) -> dict[str, str]:
    """The parameters of a text that says these players: `the_player`, `of_player` and so on for `player=`."""
    return named(**{key: player_name(seat) for key, seat in seats.items()})
