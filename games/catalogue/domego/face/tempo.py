"""The rounds of decisions of a match."""

from games.catalogue.domego.rules.scenario import ActivityText, Scenario
from games.catalogue.domego.rules.types import Options
from games.ui.tempo import Rounds


def rounds_of(scenario: Scenario, options: Options) -> Rounds:
    """The rounds of a match. Each activity has one for its placements, and one before that for any purchases and
    negotiations, which are simultaneous. Rounds with negotiations have the minutes of the rules.
    """
    minutes = [_minutes(scenario, options, activity) for activity in scenario.activities]
    before = [each for each in minutes if each is not None]
    number = len(scenario.activities) + len(before)
    return Rounds(number, number, tuple(each for each in before if each))


def _minutes(scenario: Scenario, options: Options, activity: ActivityText) -> int | None:
    """The minutes of the round before the placements: 0 if only cubes are bought, None without such a round."""
    if not activity.special:
        return None
    named = [what.removeprefix("negotiate:") for what in activity.special if what.startswith("negotiate:")]
    talks = [pair for pair in named if pair not in options.fixed_contracts]
    if not talks:
        return 0 if len(named) < len(activity.special) else None
    if options.negotiation_minutes is not None:
        return options.negotiation_minutes
    payers = [pair.partition(">")[0] for pair in talks]
    limits = scenario.negotiation_minutes
    return limits.several_payees if len(payers) > len(set(payers)) else limits.one_payee
