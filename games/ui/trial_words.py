"""The findings of a trial in words."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext

from games.engine.registry import Game
from games.engine.trial import Finding, Tally, Trial, quantile, share_of
from games.engine.trial.paths import at_path
from games.engine.types import Result, Target
from games.ui import faces
from games.ui.languages import localized

WIDTH: Final = 40
"""The width of names in tables for terminals."""


def finding_words(game: Game, scenario: Any, trial: Trial, finding: Finding) -> str:
    """A finding in the current language."""
    names = {
        name: ", ".join(_name(game, scenario, trial, each) for each in references)
        for name, references in finding.names.items()
    }
    return gettext(finding.text) % {**finding.params, **names}


def target_labels(game: Game, scenario: Any, tally: Tally) -> Sequence[str]:
    """The names of the targets, in their order."""
    targets = tuple(Target(goal.name, goal.goal, goal.goal, met=True) for goal in tally.goals)
    nobody = (0,) * len(tally.seats)
    return [each.label for each in faces.get(game.key).words.targets(scenario, Result(nobody, nobody, targets))]


def summary_lines(game: Game, scenario: Any, tally: Tally) -> Sequence[str]:
    """The games of one tally as a table for terminals, in English."""
    found = [f"{tally.games} games of {tally.bot}, {tally.unended} without an end"]
    if not tally.games:
        return found
    middle = {name: quantile(getattr(tally, name), 0.5) for name in ("minutes", "decisions", "moves", "turns")}
    found.append("median: " + ", ".join(f"{number} {name}" for name, number in middle.items()))
    for at, goal in enumerate(tally.goals):
        label, values = target_labels(game, scenario, tally)[at], tally.values(at)
        ends = "".join(f"{quantile(values, share):>7}" for share in (0.1, 0.5, 0.9))
        found.append(f"{label:{WIDTH}} target {goal.goal:>5}{ends}  met {percent(tally.met(at), tally.games)}")
    if len(tally.goals) > 1:
        found.append(f"{'all targets':{WIDTH + 33}}  met {percent(tally.all_met(), tally.games)}")
    return [*found, *role_lines(game, scenario, tally)]


def role_lines(game: Game, scenario: Any, tally: Tally) -> Sequence[str]:
    """Points of each seat, its wins, and its troubles, as a table for terminals, in English."""
    roles = faces.get(game.key).words.roles(scenario)
    troubles = sorted(tally.seats[0].events) if tally.seats else []
    head = "".join(f"{name:>14}" for name in ("wins", *troubles))
    found = ["", f"{'points':{WIDTH}}{'10 %':>7}{'median':>7}{'90 %':>7}{head}"]
    for seat, each in enumerate(tally.seats):
        ends = "".join(f"{quantile(each.points, share):>7}" for share in (0.1, 0.5, 0.9))
        numbers = (each.places.get(1, 0), *(tally.with_event(name, seat) for name in troubles))
        found.append(f"{roles[seat].name:{WIDTH}}{ends}" + "".join(f"{percent(n, tally.games):>14}" for n in numbers))
    anybody = "".join(f"{percent(tally.with_event(name), tally.games):>14}" for name in troubles)
    return [*found, f"{'anybody':{WIDTH + 35}}{anybody}"] if troubles else found


def percent(part: int, games: int) -> str:
    """A share of games."""
    return f"{share_of(part, games).percent} %"


def _name(game: Game, scenario: Any, trial: Trial, reference: str) -> str:
    kind, _colon, index = reference.partition(":")
    if kind == "seat":
        return faces.get(game.key).words.roles(scenario)[int(index)].name
    if kind == "target":
        return target_labels(game, scenario, trial.experts)[int(index)]
    found = at_path(scenario, reference)
    return found if isinstance(found, str) else localized(found)
