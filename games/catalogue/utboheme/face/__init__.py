"""The user interface of Les colons de l'UTBohème: pages, forms and texts."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.utboheme.face.options_form import UtbohemeOptionsForm
from games.catalogue.utboheme.game import GAME
from games.catalogue.utboheme.rules.scenario import Scenario
from games.catalogue.utboheme.rules.types import Options
from games.ui.faces import Face
from games.ui.tempo import Rounds


def _rounds(scenario: Scenario, options: Options) -> Rounds:
    """The number of decision rounds, from bots' matches: more players need more."""
    players = scenario.players[1]
    return Rounds(25 + 15 * players, 60 + 28 * players)


def _options_notes(scenario: Scenario, options: Options) -> tuple[str, ...]:
    """The options that differ from the usual match, in words."""
    notes = []
    if options.phases == "free":
        notes.append(_("Trade and building may alternate in a turn."))
    if not options.player_trade:
        notes.append(_("Players do not trade with each other in this match."))
    if options.max_rounds:
        notes.append(_("The match ends after round %(rounds)d at the latest.") % {"rounds": options.max_rounds})
    return tuple(notes)


FACE = Face(
    game=GAME,
    title=gettext_lazy("Les colons de l'UTBohème"),
    summary=gettext_lazy(
        "Beer, sleep, coffee, course material and food: trade with the others, build your courses across the island, "
        "and be the first to reach the target. For two to four players."
    ),
    credits=gettext_lazy("A free adaptation of Catan by Klaus Teuber, made for a course at UTBM."),
    cover="utboheme/cover.svg",
    length=gettext_lazy("60 to 90 minutes"),
    teaches=gettext_lazy("expected value and luck, exchange, and planning under constraints"),
    advice="aims#class",
    bots={
        "random": gettext_lazy("random: whatever is allowed"),
        "greedy": gettext_lazy("greedy: buys what it can"),
        "strong": gettext_lazy("strong: looks ahead and trades"),
    },
    options_form=UtbohemeOptionsForm,
    options_notes=_options_notes,
    rounds_taken=_rounds,
)
