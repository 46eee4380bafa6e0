"""The result of a trial as pages show it: chances, distributions, points of roles, cards, answers, findings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from classrooms.models import OwnScenario, ScenarioVersion
from classrooms.play.scenarios.access import staffed
from classrooms.play.scenarios.queries.pages import Sheet, place_of
from classrooms.play.scenarios.services.drafts import digest_of
from classrooms.play.scenarios.services.posted import data_of
from classrooms.play.scenarios.services.trials import (
    GAMES,
    is_whole,
    job_of,
    played,
    tallies_of,
    trial_in,
    tried_version,
)
from games.engine import registry
from games.engine.trial import (
    FLAGGED,
    Finding,
    Goal,
    Tally,
    Trial,
    findings,
    met_by,
    proposed_length,
    proposed_targets,
)
from games.engine.trial.rules import rules_of
from games.engine.trial.tally import mean
from games.public.models import Match, Status
from games.ui import faces
from games.ui.trial_words import finding_words, target_labels

SHARES: Final = {"hard": 0.4, "fair": 0.6, "kind": 0.75}
"""The shares of expert games that should meet all targets."""


@dataclass(frozen=True)
class Remark:
    """A finding in words. `strong` ones need a change; `url` is their page. `parts` are its single cases."""

    words: str
    strong: bool
    url: str
    parts: tuple["Remark", ...] = ()


@dataclass(frozen=True)
class Chance:
    """The share of expert games that meet a target, in percent, and that of the original; None if it is unknown."""

    label: str
    goal: str
    here: int
    parent: int | None
    usual: int


@dataclass(frozen=True)
class Rail:
    """The trial beside a scenario's sections. `games` are those played so far, of `most`; `percent` is the progress
    of a job in work. `stale`: has the draft changed since?
    """

    version: ScenarioVersion | None = None
    stale: bool = False
    percent: int | None = None
    failed: bool = False
    games: int = 0
    most: int = GAMES
    chances: tuple[Chance, ...] = ()
    together: Chance | None = None
    minutes: str = ""
    minutes_parent: str = ""
    remarks: tuple[Remark, ...] = ()
    whole: bool = False


def rail_of(scenario: OwnScenario, sheet: Sheet) -> Rail:
    """The newest trial in short, and its findings."""
    digest = digest_of(scenario.text)
    newest = scenario.versions.filter(digest=digest).order_by("-number").first() or scenario.versions.latest("number")
    job = job_of(newest)
    percent_done = job.progress if job is not None and job.state != "failed" else None
    version = newest if tallies_of(newest) else None if percent_done is not None else tried_version(scenario)
    if version is None:
        return Rail(percent=percent_done, failed=job is not None and job.state == "failed")
    version.scenario = scenario
    trial, parent = trial_in(version), parent_trial(scenario, version)
    if trial is None:
        return Rail(percent=percent_done)
    found = remarks_of(sheet, version, trial, parent)
    chances, together = chances_of(scenario, version, trial, parent)
    return Rail(
        version=version,
        stale=version.digest != digest,
        percent=percent_done,
        failed=job is not None and job.state == "failed",
        games=played(trial.experts),
        chances=chances,
        together=together,
        minutes=minutes_words(trial.experts),
        minutes_parent=minutes_words(parent.experts) if parent is not None else "",
        remarks=found,
        whole=is_whole(version),
    )


def parent_trial(scenario: OwnScenario, version: ScenarioVersion) -> Trial | None:
    """The trial of the original, if it is whole and the version is another one."""
    if version.number == 0:
        return None
    original = scenario.versions.exclude(trial=None).filter(number=0).first()
    if original is None:
        return None
    original.scenario = scenario
    return trial_in(original) if is_whole(original) else None


def scenario_in(version: ScenarioVersion) -> Any:
    """The version as a value of its game."""
    return registry.get(version.scenario.game).rules.load_scenario(version.text)


def remarks_of(sheet: Sheet, version: ScenarioVersion, trial: Trial, parent: Trial | None) -> tuple[Remark, ...]:
    """All findings in words, the weightiest first."""
    game, scenario = registry.get(version.scenario.game), scenario_in(version)

    def remark(finding: Finding) -> Remark:
        words, url = finding_words(game, scenario, trial, finding), page_of(sheet, finding.place)
        return Remark(words, finding.weight >= FLAGGED, url, tuple(map(remark, finding.parts)))

    return tuple(map(remark, findings(game, scenario, trial, parent)))


def page_of(sheet: Sheet, path: str) -> str:
    """The address of the page with this place of the scenario; empty for the empty path."""
    if not path:
        return ""
    section, item = place_of(sheet.root, path)
    name = "classrooms:scenario-section" if item is None else "classrooms:scenario-item"
    return reverse(name, args=[sheet.scenario.pk, section, *([] if item is None else [item])])


def chances_of(
    scenario: OwnScenario, version: ScenarioVersion, trial: Trial, parent: Trial | None
) -> tuple[tuple[Chance, ...], Chance | None]:
    """The chance of each target and of all, of experts; none in a game without targets."""
    labels = target_labels(registry.get(scenario.game), scenario_in(version), trial.experts)
    same = parent is not None and len(parent.experts.goals) == len(trial.experts.goals)
    found = tuple(
        Chance(
            label,
            str(goal.goal),
            share(trial.experts.met(at), trial.experts.games),
            share(parent.experts.met(at), parent.experts.games) if parent is not None and same else None,
            share(trial.usual.met(at), trial.usual.games),
        )
        for at, (label, goal) in enumerate(zip(labels, trial.experts.goals, strict=True))
    )
    if not found:
        return (), None
    return found, Chance(
        _("All targets"),
        "",
        share(trial.experts.all_met(), trial.experts.games),
        share(parent.experts.all_met(), parent.experts.games) if parent is not None and same else None,
        share(trial.usual.all_met(), trial.usual.games),
    )


def share(part: int, games: int) -> int:
    """A share in whole percent; only all is 100 and only none is 0."""
    if part in (0, games):
        return 100 if part and games else 0
    return min(99, max(1, round(100 * part / games)))


def minutes_words(tally: Tally) -> str:
    """The estimated length of a match in a room; empty without games."""
    if not tally.minutes:
        return ""
    hours, minutes = divmod(round(mean(tally.minutes)), 60)
    if hours:
        return _("%(hours)d h %(minutes)02d") % {"hours": hours, "minutes": minutes}
    return _("%(minutes)d min") % {"minutes": minutes}


@dataclass(frozen=True)
class Proposal:
    """Targets that experts meet in about a share: values, and the shares met alone and together, in percent."""

    key: str
    name: str
    values: tuple[int, ...]
    alone: tuple[int, ...]
    together: int
    usual_alone: tuple[int, ...]
    usual: int


def proposals_of(trial: Trial, of_class: Sequence[tuple[int, ...]] = ()) -> list[Proposal]:
    """Targets for each of SHARES, of experts or of the results of a class; none in a game without targets."""
    results, usual = of_class or list(trial.experts.reached.values()), list(trial.usual.reached.values())
    if not trial.experts.goals or not results:
        return []
    names = {"hard": _("Hard"), "fair": _("Fair"), "kind": pgettext("difficulty", "Kind")}
    found = []
    for key, wanted in SHARES.items():
        goals = proposed_targets(trial.experts.goals, results, wanted)
        met, theirs = met_by(goals, results), met_by(goals, usual)
        found.append(
            Proposal(
                key,
                names[key],
                met.goals,
                tuple(round(100 * each) for each in met.alone),
                round(100 * met.together),
                tuple(round(100 * each) for each in theirs.alone),
                round(100 * theirs.together),
            )
        )
    return found


def class_results(user: Any, scenario: OwnScenario, goals: Sequence[Goal]) -> dict[int, tuple[str, list[Any]]]:
    """The results of finished matches with these targets, by session of the game in the person's courses: its title,
    and the values of the targets game by game.
    """
    courses = staffed(user).values("course")
    rows = Match.objects.filter(
        session_team__session__course__in=courses, game=scenario.game, status=Status.FINISHED
    ).values_list("session_team__session", "session_team__session__title", "result")
    names = [goal.name for goal in goals]
    found: dict[int, tuple[str, list[Any]]] = {}
    for session, title, result in rows.order_by("-session_team__session", "pk"):
        values = {each["name"]: each["value"] for each in (result or {}).get("targets", ())}
        if set(names) <= set(values):
            found.setdefault(session, (title, []))[1].append(tuple(values[name] for name in names))
    return found


def length_of(version: ScenarioVersion, tally: Tally, minutes: int) -> dict[str, Any]:
    """The turns that fit into so many minutes, the minutes of each turn, and the path of the number of turns, if that
    is a single number.
    """
    length = proposed_length(tally, minutes)
    face, scenario = faces.get(version.scenario.game), scenario_in(version)
    part = rules_of(registry.get(version.scenario.game))
    value = data_of(version.text).get(part.length) if part.length else None
    turns = [(face.words.turn(scenario, turn), round(each / 60)) for turn, each in enumerate(length.seconds, start=1)]
    return {"length": length, "wanted": minutes, "turns": turns, "path": part.length if isinstance(value, int) else ""}


def goal_paths(version: ScenarioVersion, goals: tuple[Goal, ...]) -> list[str]:
    """The paths of the targets in the scenario; empty for a target that is computed."""
    part = rules_of(registry.get(version.scenario.game))
    return [part.target_place(goal.name) for goal in goals]


def troubles_of(version: ScenarioVersion, trial: Trial) -> list[dict[str, Any]]:
    """Things that happened to seats, by name of the game's part: the share of games with one or more, by role."""
    roles = faces.get(version.scenario.game).words.roles(scenario_in(version))
    found = []
    for each in rules_of(registry.get(version.scenario.game)).troubles:
        rows = [
            {
                "role": role,
                "experts": share(trial.experts.with_event(each.name, seat), trial.experts.games),
                "usual": share(trial.usual.with_event(each.name, seat), trial.usual.games),
            }
            for seat, role in enumerate(roles)
        ]
        found.append({"title": _(each.title), "rows": rows})
    return found
