"""Background work of studies: the power of a plan, the numbers of a result, those of a pool, and difficulties of
questions. All of it loads numpy in the slow worker.
"""

from importlib import import_module
from typing import Any, Final

import msgspec

from classrooms.assess.studies.queries.difficulties import first_answers
from classrooms.assess.studies.queries.results import digest_of, prepared_tables
from classrooms.assess.studies.queries.sizes import Sizes, sizes_of
from classrooms.assess.studies.queries.summaries import POOLED, all_of
from classrooms.assess.studies.queries.summaries import digest_of as digest_of_summaries
from classrooms.assess.studies.queries.tables import flow_of
from classrooms.assess.studies.sharing.summary import comparisons
from classrooms.models import BankFit, Course, Study, StudyPool
from games.public import hooks
from games.public.base import clock
from games.public.models import Job
from games.public.work import outbox

POWER: Final = "study_power"
RESULT: Final = "study_result"
POOL: Final = "study_pool"
FIT: Final = "bank_fit"
PACKAGE: Final = "classrooms.assess.studies"


def power_request(study: Study) -> Job:
    """Have the power of a study's plan computed."""
    return outbox.job_request(kind=POWER, now=clock.now(), subject=str(study.pk), again=True)


def result_request(study: Study) -> Job:
    """Have the numbers of a study computed from the present answers."""
    return outbox.job_request(kind=RESULT, now=clock.now(), subject=str(study.pk), again=True)


def pool_request(course: Course) -> Job:
    """Have the numbers of all studies of a course's pool computed."""
    return outbox.job_request(kind=POOL, now=clock.now(), subject=str(course.pk), again=True)


def fit_request(game: str) -> Job:
    """Have the difficulties of a game's questions estimated from all answers so far."""
    return outbox.job_request(kind=FIT, now=clock.now(), subject=game, again=True)


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
    """Store the numbers of a study, and have the difficulties of its game's questions estimated again. Does nothing for
    a study that is gone.
    """
    study = Study.objects.filter(pk=int(job.subject)).first()
    if study is None:
        return
    tables = prepared_tables(study)
    numbers = import_module(f"{PACKAGE}.package.analysis").analysed(tables)
    found = {"numbers": numbers, "tables": digest_of(tables), "left_out": vars(flow_of(study))}
    Study.objects.filter(pk=study.pk).update(result=found, resulted_at=clock.now())
    if study.game:
        fit_request(study.game)


def pool_compute(job: Job) -> None:
    """Store the pooled effects of a course's studies. Does nothing for a course that is gone."""
    course = Course.objects.filter(pk=int(job.subject)).first()
    if course is None:
        return
    summaries = all_of(course)
    pooling = import_module(f"{PACKAGE}.sharing.pooling")
    found = []
    for moment in POOLED:
        for key, effects in comparisons(summaries, moment).items():
            pooled = pooling.pooled(effects)
            if pooled is not None:
                about = {"game": key.game, "kinds": list(key.kinds), "moment": moment}
                found.append({**about, "pooled": msgspec.to_builtins(pooled)})
    values = {"numbers": {"comparisons": found}, "digest": digest_of_summaries(summaries)}
    StudyPool.objects.update_or_create(course=course, defaults=values)


def fit_compute(job: Job) -> None:
    """Store the difficulties of a game's questions; none while there are too few answers."""
    found = import_module(f"{PACKAGE}.rasch").fitted(first_answers(job.subject))
    items = {}
    for each in found.items if found else ():
        items[each.item] = [round(each.difficulty, 3), round(each.error, 3), each.answers, each.scale]
    values = {"items": items, "people": found.persons if found else 0, "fitted_at": clock.now()}
    BankFit.objects.update_or_create(game=job.subject, defaults=values)


def _power(sizes: Sizes) -> dict[str, Any]:
    power = import_module(f"{PACKAGE}.power")
    found = power.power_of(power.Design(sizes.people, sizes.team_sizes))
    plain: dict[str, Any] = msgspec.to_builtins(found)
    return {**plain, "effects": list(power.EFFECTS), "is_enough": found.is_enough, "lost": power.LOST}


hooks.JOBS[POWER] = hooks.Work(power_compute, queue="analysis")
hooks.JOBS[RESULT] = hooks.Work(result_compute, queue="analysis")
hooks.JOBS[POOL] = hooks.Work(pool_compute, queue="analysis")
hooks.JOBS[FIT] = hooks.Work(fit_compute, queue="analysis")
