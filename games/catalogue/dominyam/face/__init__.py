"""Dominyam's user interface: pages, forms and texts."""

from django.utils.translation import gettext_lazy

from games.catalogue.dominyam import names
from games.catalogue.dominyam.face.forms import DominyamOptionsForm
from games.catalogue.dominyam.game import GAME
from games.catalogue.dominyam.rules.scenario import Scenario
from games.catalogue.dominyam.rules.types import Options, step_of
from games.ui.faces import Face
from games.ui.tempo import Rounds


def _rounds(scenario: Scenario, options: Options) -> Rounds:
    """The number of decision rounds, from bots' matches: about as many turns with two players as with ten."""
    return Rounds(scenario.turns + 2, 5 * scenario.turns // 2)


FACE = Face(
    game=GAME,
    title=gettext_lazy("Dominyam"),
    summary=gettext_lazy(
        "A spiral of dominoes, eaten two at a time with five dice: weigh what is likely against what it is worth. "
        "Alone or with up to fourteen players."
    ),
    cover="dominyam/cover.svg",
    length=gettext_lazy("half an hour to an hour"),
    teaches=gettext_lazy("chances, expected values, and why a good decision can end badly"),
    advice="aims#running",
    bots={
        "random": gettext_lazy("random: whatever is allowed"),
        "greedy": gettext_lazy("greedy: the likeliest pair at once"),
        "strong": gettext_lazy("strong: weighs all throws"),
    },
    options_form=DominyamOptionsForm,
    turn_count=lambda scenario: step_of(1),
    rounds_taken=_rounds,
    ranking=names.ranking,
)
