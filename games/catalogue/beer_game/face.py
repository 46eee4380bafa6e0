"""The beer game's user interface: pages, forms and texts."""

from django.utils.translation import gettext_lazy

from games.catalogue.beer_game import aims, board, commands, explain, forms, names, outside, recap, words
from games.catalogue.beer_game.first_game import FIRST_GAME
from games.catalogue.beer_game.game import GAME
from games.catalogue.beer_game.printed import PRINTED
from games.catalogue.beer_game.rules.scenario import Scenario
from games.ui.faces import Face, Region
from games.ui.role_benchmarks import reach_of


def _turn_count(scenario: Scenario) -> int:
    return scenario.weeks


FACE = Face(
    game=GAME,
    advice="aims#preparation",
    reach=lambda scenario: reach_of(GAME, scenario),
    title=gettext_lazy("Beer game"),
    cover="beer_game/cover.svg",
    length=gettext_lazy("half an hour to one and a half hours"),
    teaches=gettext_lazy("why orders swing more than demand, and what sharing information changes"),
    summary=gettext_lazy(
        "The classical supply chain, told with cement: retailer, wholesaler, distributor and factory order week by "
        "week, deliveries take their time, and nobody sees the others' stocks."
    ),
    units_note=gettext_lazy("Quantities are pallets of cement."),
    regions=(
        Region("chain", "beer_game/chain.html", "card", "top"),
        Region("stage", "beer_game/stage.html", "card", "pair"),
        Region("sheet", "beer_game/sheet.html", "card", "pair"),
    ),
    styles=("beer_game/chain.css",),
    bots={
        "random": gettext_lazy("random: orders anything"),
        "naive": gettext_lazy("naive: fills the shelf, forgets what is on its way"),
        "strong": gettext_lazy("strong: counts the supply line"),
    },
    printed=PRINTED,
    options_form=forms.BeerOptionsForm,
    plan_form=forms.StandingOrderForm,
    first_game=FIRST_GAME,
    scenario_name=names.scenario_name,
    roles=names.role_names,
    aim=aims.aim,
    ending=aims.ending,
    ending_kinds=aims.ENDING_KINDS,
    heading=board.heading,
    turn_title=board.turn_title,
    until_words=board.until_words,
    turn_count=_turn_count,
    context=board.context,
    decision=board.card,
    form=forms.form_for,
    command=commands.command,
    decision_words=board.decision_words,
    where_words=board.where_words,
    describe_event=words.words_of,
    refusals=words.REFUSALS,
    score_words=words.score_words,
    score_title=gettext_lazy("Cost"),
    target_lines=words.target_lines,
    explain=explain.explain,
    explain_kinds=explain.explain_kinds,
    recap=recap.recap,
    recap_heading=recap.heading,
    progress_kinds=outside.PROGRESS_KINDS,
    progress=outside.progress,
    comparison_kinds=outside.COMPARISON_KINDS,
    comparison=outside.comparison,
    forecastables=outside.forecastables,
    forecast_kinds=outside.FORECAST_KINDS,
    forecast_actuals=outside.forecast_actuals,
)
