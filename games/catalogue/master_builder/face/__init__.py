"""Master Builder's user interface: pages, forms and texts."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalogue.master_builder.face.forms import MasterBuilderOptionsForm
from games.catalogue.master_builder.game import GAME
from games.catalogue.master_builder.rules.scenario import Scenario
from games.catalogue.master_builder.rules.types import Options
from games.ui.faces import Face
from games.ui.tempo import Rounds


def _rounds(scenario: Scenario, options: Options) -> Rounds:
    """The number of decision rounds, from bots' matches: nearly five decisions of each player in each round, one after
    the other.
    """
    number = 5 * scenario.rounds * max(scenario.players)
    return Rounds(number, number)


def _options_notes(scenario: Scenario, options: Options) -> tuple[str, ...]:
    """The texts of the active variants."""
    notes = (
        (options.choose_worker, _("A player who hires may pay 1k, look through a stack and take any worker of it.")),
        (
            options.selective_events and options.refills,
            _("Events are in the players' hands: the first player plays one of two, and draws another."),
        ),
        (
            options.selective_events and not options.refills,
            _("Two events are in each player's hand: the first player plays one, and none is drawn for it."),
        ),
        (options.rent_workers, _("Before building, workers can be rented to each other for the round.")),
        (options.extra_events, _("Two events happen in each round.")),
        (
            options.proposal is True,
            _("The best plan may be asked for; in the debrief such a round counts half among the own plans."),
        ),
    )
    return tuple(note for is_on, note in notes if is_on)


FACE = Face(
    game=GAME,
    title=gettext_lazy("Master Builder"),
    summary=gettext_lazy(
        "A medieval town: hire a crew, bid for contracts, plan who builds what, and pay the wages. "
        "Two to four architects; most money wins."
    ),
    credits=gettext_lazy("After a game by Wolfgang Kramer and Hartmut Witt."),
    cover="master_builder/cover.svg",
    length=gettext_lazy("about two hours for four"),
    teaches=gettext_lazy("fixed costs, what a contract is worth before it is bid for, and planning a crew"),
    advice="aims#running",
    units_note=gettext_lazy("Figures in k are thousands of dollars."),
    bots={
        "random": gettext_lazy("random: whatever is allowed"),
        "thrifty": gettext_lazy("thrifty: small crew, two buildings at a time"),
        "strong": gettext_lazy("strong: reckons income against wages"),
    },
    options_form=MasterBuilderOptionsForm,
    options_notes=_options_notes,
    turn_count=lambda scenario: scenario.rounds,
    rounds_taken=_rounds,
)
