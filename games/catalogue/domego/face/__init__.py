"""Domego's user interface: pages, forms and texts."""

from django.utils.translation import gettext_lazy

from games.catalogue.domego.face.forms import DomegoOptionsForm
from games.catalogue.domego.face.seating import fixed_for, notes_on
from games.catalogue.domego.face.tempo import rounds_of
from games.catalogue.domego.game import GAME
from games.catalogue.domego.names import is_described
from games.ui.faces import Face
from games.ui.role_benchmarks import reach_of

FACE = Face(
    game=GAME,
    title=gettext_lazy("Domego"),
    summary=gettext_lazy(
        "One building, from the first decision to the handover: firms with aims of their own agree on prices, share "
        "the risks and answer for the duration together."
    ),
    credits=gettext_lazy("A game by Franck Taillandier, University of Bordeaux."),
    cover="domego/cover.svg",
    length=gettext_lazy("about two hours in a room, about three weeks over days"),
    teaches=gettext_lazy("negotiating, planning against risk, and why an hour spent early saves several on site"),
    advice="aims#preparation",
    units_note=gettext_lazy("Figures in k are thousands of kopecs."),
    bots={
        "random": gettext_lazy("random: any move the rules allow"),
        "minimal": gettext_lazy("minimal: places only what is required"),
        "balanced": gettext_lazy("balanced: some reductions"),
        "cautious": gettext_lazy("cautious: all against risk"),
        "expert": gettext_lazy("expert: plays for the three targets"),
    },
    options_form=DomegoOptionsForm,
    graded_options={"price_cap_percent": 150, "price_floor_percent": 50},
    options_for_people=fixed_for,
    options_notes=notes_on,
    turn_count=lambda scenario: len(scenario.activities),
    rounds_taken=rounds_of,
    described=is_described,
    reach=lambda scenario: reach_of(GAME, scenario),
)
