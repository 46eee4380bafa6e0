"""Dominato's user interface: pages, forms and texts."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.dominato.face.forms import DominatoOptionsForm
from games.catalogue.dominato.game import GAME
from games.catalogue.dominato.rules.scenario import Scenario
from games.catalogue.dominato.rules.types import Options
from games.ui.faces import Face
from games.ui.tempo import Rounds


def _rounds(scenario: Scenario, options: Options) -> Rounds:
    """The number of decision rounds, from bots' matches. An absent player has one more prompt for each claim."""
    games = options.games or scenario.players
    return Rounds(11 * games, (21 if scenario.players == 2 else 17) * games)


def _options_notes(scenario: Scenario, options: Options) -> tuple[str, ...]:
    """The note for players that the teacher can see their errors by name."""
    if not options.error_map:
        return ()
    return (_("Your teacher sees which errors you make, to help you. Your school has agreed."),)


FACE = Face(
    game=GAME,
    title=gettext_lazy("Dominato"),
    summary=gettext_lazy(
        "Red points count up, green points count down: lay a tile where a square equals the balance of another tile, "
        "and be the first without tiles. For pupils of 7 and up."
    ),
    cover="dominato/cover.svg",
    length=gettext_lazy("10 to 20 minutes a game"),
    teaches=gettext_lazy("adding numbers of opposite sign, and checking the sum of another"),
    advice="aims#steps",
    for_pupils=True,
    bots={
        "random": gettext_lazy("random: lays anything it may"),
        "greedy": gettext_lazy("greedy: the greatest link at once"),
        "strong": gettext_lazy("strong: thinks of the next turn"),
    },
    options_form=DominatoOptionsForm,
    options_notes=_options_notes,
    rounds_taken=_rounds,
)
