"""Trials of a version by games of bots: a job that plays chunk after chunk and keeps the tallies."""

from typing import Any, Final

import msgspec
from django.db import transaction

from classrooms.models import OwnScenario, ScenarioVersion
from classrooms.play.scenarios.services.drafts import faults_of
from classrooms.play.scenarios.services.versions import version_keep
from games.engine import registry
from games.engine.codec import convert
from games.engine.trial import STRENGTHS, Tally, Trial, bot_of, is_hopeless, merged, play, trial_of
from games.public import hooks
from games.public.base import clock
from games.public.models import Job
from games.public.work import job_progress, outbox

JOB: Final = "scenario_trial"
GAMES: Final = 1000
"""Games of each strength."""
CHUNK: Final = 50


@transaction.atomic
def trial_request(*, scenario_id: int, by: Any) -> ScenarioVersion:
    """Keep the draft as a version and have it tried, and its original, if they were not. Raises ScenarioError for a
    draft with faults.
    """
    version = version_keep(scenario_id=scenario_id, by=by)
    original = version.scenario.versions.get(number=0)
    sound = [version] if faults_of(version.scenario.game, original.text) else [version, original]
    for each in sound:
        if not is_whole(each) and not _known_elsewhere(each):
            outbox.job_request(kind=JOB, now=clock.now(), subject=str(each.pk), again=True)
    return version


def _known_elsewhere(version: ScenarioVersion) -> bool:
    """Take over the trial of an equal version, if there is one."""
    equal = ScenarioVersion.objects.filter(digest=version.digest, scenario__game=version.scenario.game)
    for each in equal.exclude(trial=None).select_related("scenario"):
        if is_whole(each):
            ScenarioVersion.objects.filter(pk=version.pk).update(trial=each.trial)
            return True
    return False


def try_version(job: Job, *, games: int = GAMES, chunk: int = CHUNK) -> None:
    """Play the games of each strength that a version's trial still lacks. After each chunk the tallies are
    stored, so that a page shows them and a worker that dies loses one chunk. Does nothing for a version that is gone.
    """
    version = ScenarioVersion.objects.select_related("scenario").filter(pk=int(job.subject)).first()
    if version is None:
        return
    game = registry.get(version.scenario.game)
    scenario = game.rules.load_scenario(version.text)
    tallies = tallies_of(version)
    plan = [(strength, start) for start in range(0, games, chunk) for strength in STRENGTHS]
    for number, (strength, start) in enumerate(plan, start=1):
        tally = tallies.get(strength)
        if tally is not None and (start < played(tally) or is_hopeless(tally)):
            continue
        part = play(game, scenario, bot_of(game, strength), range(start, start + chunk))
        tallies[strength] = merged(tallies[strength], part) if strength in tallies else part
        stored = msgspec.to_builtins(Stored(game.rules.version, tallies), str_keys=True)
        if not ScenarioVersion.objects.filter(pk=version.pk).update(trial=stored):
            return
        job_progress(job, 100 * number // len(plan))


def played(tally: Tally | None) -> int:
    """The number of games of a tally, those without an end included."""
    return tally.games + tally.unended if tally is not None else 0


class Stored(msgspec.Struct, frozen=True):
    """A trial in the database: the version of the rules that it was played by, and a tally for each strength."""

    rules: int
    tallies: dict[str, Tally]


def tallies_of(version: ScenarioVersion) -> dict[str, Tally]:
    """The stored tallies by strength; none if they were played with other rules than those of today."""
    if (version.trial or {}).get("rules") != registry.get(version.scenario.game).rules.version:
        return {}
    found: Stored = convert(version.trial, Stored)
    return found.tallies


def is_whole(version: ScenarioVersion) -> bool:
    """Have all games been played?"""
    tallies = tallies_of(version)
    found = [tallies.get(strength) for strength in STRENGTHS]
    return all(tally is not None and (played(tally) >= GAMES or is_hopeless(tally)) for tally in found)


def trial_in(version: ScenarioVersion) -> Trial | None:
    """The trial of a version so far; None before the first games of both strengths."""
    tallies = tallies_of(version)
    if any(strength not in tallies for strength in STRENGTHS):
        return None
    game = registry.get(version.scenario.game)
    return trial_of(game, game.rules.load_scenario(version.text), tallies["experts"], tallies["usual"])


def job_of(version: ScenarioVersion) -> Job | None:
    """The job of a version's trial that is not done."""
    return Job.objects.filter(kind=JOB, subject=str(version.pk)).exclude(state=Job.State.DONE).first()


hooks.JOBS[JOB] = hooks.Work(try_version, queue="analysis")


def tried_version(scenario: OwnScenario) -> ScenarioVersion | None:
    """The newest version with a trial by the rules of today."""
    rules = registry.get(scenario.game).rules.version
    return scenario.versions.filter(trial__rules=rules).order_by("-number").first()
