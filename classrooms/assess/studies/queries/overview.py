"""Studies in a list, and the state of one on its page."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from importlib.util import find_spec
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classrooms.assess.studies.drawing import chances_drawn
from classrooms.assess.studies.queries.phases import NAMES, Phase, Step, has_answers, phase_of, steps_of
from classrooms.assess.studies.queries.sizes import AGREE, current_power, students_of
from classrooms.assess.studies.texts.protocol import short
from classrooms.models import Course, Study, StudyTest
from games.public.models import Job
from games.ui.analysis import decimal

PHASES: Final = {
    Phase.DRAFT: gettext_lazy("draft"),
    Phase.BEFORE: gettext_lazy("first test is open"),
    Phase.ARMS: gettext_lazy("arms at work"),
    Phase.AFTER: gettext_lazy("second test is open"),
    Phase.BETWEEN: gettext_lazy("waits for the third test"),
    Phase.LATER: gettext_lazy("third test is open"),
    Phase.OVER: gettext_lazy("over"),
}
BUTTONS: Final = {
    Phase.ARMS: gettext_lazy("Open the second test now"),
    Phase.AFTER: gettext_lazy("End the second test now"),
    Phase.BETWEEN: gettext_lazy("Open the third test now"),
    Phase.LATER: gettext_lazy("End the third test now"),
}


@dataclass(frozen=True)
class StudyLine:
    """A study in the list of a course."""

    study: Study
    phase: str
    people: int


@dataclass(frozen=True)
class StepLine:
    """A test on the page of a study: its times, and the people who sent it, by arm."""

    step: Step
    name: str
    sent: int
    by_arm: list[int]


def lines_of(course: Course, now: datetime) -> list[StudyLine]:
    """The studies of a course, newest first."""
    rows = list(Study.objects.filter(course=course).prefetch_related("people"))
    return [StudyLine(row, str(PHASES[phase_of(row, now)]), len(row.people.all())) for row in rows]


def power_view(study: Study) -> dict[str, Any]:
    """The power of a draft: the chances in words, what would help, and whether a job is computing it."""
    job = Job.objects.filter(kind="study_power", subject=str(study.pk)).exclude(state=Job.State.DONE).first()
    found = current_power(study) or {}
    plan = found.get("plan")
    chances = [] if plan is None else list(zip(plan["effects"], (round(100 * c) for c in plan["chances"]), strict=True))
    helps = []
    for key, words in (("alone", _("drawn by person, without teams")), ("twice", _("with twice the people"))):
        other = found.get(key)
        if other is not None and other["is_enough"]:
            helps.append((words, other["smallest"], round(100 * _chance(other, 0.5))))
    return {
        "power": plan,
        "chances": chances,
        "helps": helps,
        "curve": _curve(found) if plan is not None and plan["is_enough"] else "",
        "sizes": found.get("sizes"),
        "agree": round(100 * AGREE),
        "stay": round(100 * (1 - plan["lost"])) if plan else 0,
        "can_compute": can_compute(),
        "is_computing": job is not None and job.state in (Job.State.PENDING, Job.State.RUNNING),
        "has_failed": job is not None and job.state == Job.State.FAILED,
    }


def is_computing(kind: str, subject: object) -> bool:
    """Does a job of this kind wait or run?"""
    open_states = (Job.State.PENDING, Job.State.RUNNING)
    return Job.objects.filter(kind=kind, subject=str(subject), state__in=open_states).exists()


def has_failed(kind: str, subject: object) -> bool:
    """Did the last job of this kind end with an error?"""
    return Job.objects.filter(kind=kind, subject=str(subject), state=Job.State.FAILED).exists()


def can_compute() -> bool:
    """Are the packages for statistics installed? They are looked for, not loaded."""
    return all(find_spec(package) for package in ("numpy", "scipy", "statsmodels"))


def running_view(study: Study, now: datetime) -> dict[str, Any]:
    """The steps of a frozen study, its arms with their people, and the next thing to do."""
    phase = phase_of(study, now)
    arms = list(study.arms.select_related("session", "later_session").order_by("position"))
    people = Counter(study.people.values_list("arm", flat=True))
    sent: Counter[tuple[str, int | None]] = Counter(
        StudyTest.objects.filter(person__study=study, sent_at__isnull=False).values_list("moment", "person__arm")
    )
    enrolled = students_of(study)
    consents = Counter(study.people.values_list("consents", flat=True))
    drawn = study.people.exclude(arm=None)
    late = enrolled.exclude(user__in=drawn.values("user")).count() if study.drawn_at else 0
    lines = [
        StepLine(
            step,
            str(NAMES[step.moment]),
            sum(number for (moment, _arm), number in sent.items() if moment == step.moment),
            [sent[step.moment, arm.pk] for arm in arms],
        )
        for step in steps_of(study)
    ]
    return {
        "phase": phase,
        "phase_name": PHASES[phase],
        "button": BUTTONS.get(phase, ""),
        "arms": [(arm, people[arm.pk]) for arm in arms],
        "steps": lines,
        "students": enrolled.count(),
        "consents": {
            "yes": consents[True],
            "no": consents[False],
            "open": max(0, enrolled.count() - consents[True] - consents[False]),
        },
        "late": late,
        "may_swap": study.crossover
        and study.after_until is not None
        and study.after_until <= now
        and any(arm.session is None and arm.later_session is None for arm in arms),
        "may_thaw": not has_answers(study),
        "digest": short(study.digest),
    }


def _curve(found: dict[str, Any]) -> Any:
    """The chances by effect, of the plan and of the same one with twice the people."""
    plan, twice = found["plan"], found.get("twice")
    own = list(zip(plan["effects"], plan["chances"], strict=True))
    more = list(zip(twice["effects"], twice["chances"], strict=True)) if twice and twice["is_enough"] else []
    text = _("effect %(effect)s: %(chance)d of 100")
    alt = ". ".join(text % {"effect": decimal(effect), "chance": round(100 * chance)} for effect, chance in own)
    return chances_drawn(own, more, _("with twice the people"), alt)


def _chance(power: dict[str, Any], effect: float) -> float:
    return float(dict(zip(power["effects"], power["chances"], strict=True)).get(effect, 0.0))
