"""Background work of studies: the power of a plan and the numbers of a result. Both load numpy in the slow worker."""

from importlib import import_module
from typing import Any, Final

import msgspec

from classrooms.assess.studies.queries.results import digest_of, prepared_tables
from classrooms.assess.studies.queries.sizes import Sizes, sizes_of
from classrooms.models import Study
from games.public import hooks
from games.public.base import clock
from games.public.models import Job
from games.public.work import outbox

POWER: Final = "study_power"
RESULT: Final = "study_result"
PACKAGE: Final = "classrooms.assess.studies"


def power_request(study: Study) -> Job:
    """Have the power of a study's plan computed."""
    return outbox.job_request(kind=POWER, now=clock.now(), subject=str(study.pk), again=True)


def result_request(study: Study) -> Job:
    """Have the numbers of a study computed from the present answers."""
    return outbox.job_request(kind=RESULT, now=clock.now(), subject=str(study.pk), again=True)


def power_compute(job: Job) -> None:
    """Store the power of a study's plan, of the same one with twice the people, and of one drawn by person if it is
    drawn by team. Does nothing for a study that is gone.
    """
    study = Study.objects.filter(pk=int(job.subject)).first()
    if study is None:
        return
    sizes = sizes_of(study)
    found: dict[str, Any] = {"sizes": msgspec.to_builtins(sizes), "plan": _power(sizes) if sizes.is_enough else None}
    if sizes.is_enough:
        found["twice"] = _power(sizes.twice())
        if sizes.are_teams:
            found["alone"] = _power(sizes.alone())
    Study.objects.filter(pk=study.pk).update(power=found)


def result_compute(job: Job) -> None:
    """Store the numbers of a study. Does nothing for a study that is gone."""
    study = Study.objects.filter(pk=int(job.subject)).first()
    if study is None:
        return
    tables = prepared_tables(study)
    numbers = import_module(f"{PACKAGE}.package.analysis").analysed(tables)
    found = {"numbers": numbers, "tables": digest_of(tables)}
    Study.objects.filter(pk=study.pk).update(result=found, resulted_at=clock.now())


def _power(sizes: Sizes) -> dict[str, Any]:
    power = import_module(f"{PACKAGE}.power")
    found = power.power_of(power.Design(sizes.people, sizes.team_sizes))
    plain: dict[str, Any] = msgspec.to_builtins(found)
    return {**plain, "effects": list(power.EFFECTS), "is_enough": found.is_enough, "lost": power.LOST}


hooks.JOBS[POWER] = hooks.Work(power_compute, queue="analysis")
hooks.JOBS[RESULT] = hooks.Work(result_compute, queue="analysis")
