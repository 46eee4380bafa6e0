"""The rounds of decisions of a match."""

from games.domego.rules.scenario import ActivityText, Scenario
from games.domego.rules.types import Options
from games.kit.tempo import Rounds


def rounds_of(scenario: Scenario, options: Options) -> Rounds:
    """One for the placements of each activity, and one more before those with purchases or prices to agree on, which
    happen at once. Each of these rounds has its rules' own minutes where somebody negotiates.
    """
    minutes = [_minutes(scenario, options, activity) for activity in scenario.activities]
    before = [each for each in minutes if each is not None]
    number = len(scenario.activities) + len(before)
    return Rounds(number, number, tuple(each for each in before if each))


def _minutes(scenario: Scenario, options: Options, activity: ActivityText) -> int | None:
    """The minutes of the round before the placements: 0 where only cubes are bought, None where there is none."""
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
