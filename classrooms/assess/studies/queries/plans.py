"""The plan of a study as its protocol says it, and what it lacks before it can be frozen."""

from typing import Any

import msgspec
from django.utils.translation import gettext as _

from classrooms.assess.studies.draw import seed_digest
from classrooms.assess.studies.limits import FEWEST_QUESTIONS
from classrooms.assess.studies.queries.sizes import current_power, sizes_of, students_of
from classrooms.assess.studies.texts import consent
from classrooms.assess.studies.texts.protocol import EFFECTS, Arm, Plan, Test, digest
from classrooms.models import DrawBy, Strata, Study, StudyForm, Team
from games.engine.codec import convert


def plan_of(study: Study) -> Plan:
    """The plan with the present settings of a study."""
    sizes = sizes_of(study)
    return Plan(
        title=study.title,
        question=study.question,
        course=study.course.name,
        arms=tuple(Arm(arm.name, _activity(arm)) for arm in study.arms.select_related("session").order_by("position")),
        unit="team" if study.draw_by == DrawBy.TEAM else "person",
        strata=(str(Strata(study.strata).label),) if study.strata else (),
        design="crossover" if study.crossover else "parallel",
        questions=min((study.questions.filter(form=form).count() for form in StudyForm), default=0),
        forms=tuple(StudyForm.values),
        tests=(
            Test(None, None),
            Test(study.after_at, study.after_until),
            Test(study.later_at, study.later_until, optional=not study.later_required),
        ),
        people=sum(sizes.people),
        power=_power(study),
        consent_version=consent.VERSION,
        seed_digest=seed_digest(study.seed),
        asks_experience=study.asks_experience,
    )


def plan_stored(plan: Plan) -> tuple[dict[str, Any], str]:
    """A plan as it is stored, and its digest."""
    stored: dict[str, Any] = msgspec.to_builtins(plan)
    return stored, digest(plan)


def stored_plan(study: Study) -> Plan:
    """The plan as it was frozen."""
    plan: Plan = convert(study.plan, Plan)
    return plan


def lacking(study: Study) -> list[str]:
    """The sentences on what the plan still needs; none if it can be frozen."""
    found = []
    if not study.question.strip():
        found.append(_("Write the question of the study."))
    arms = list(study.arms.select_related("session"))
    for arm in arms:
        if arm.session is None and not arm.activity.strip():
            found.append(_("Say what the arm “%(arm)s” does, or give it a session.") % {"arm": arm.name})
    if not any(arm.session for arm in arms):
        found.append(_("At least one arm needs a draft session of this course."))
    counts = [study.questions.filter(form=form).count() for form in StudyForm]
    if min(counts) < FEWEST_QUESTIONS:
        found.append(_("Each form needs at least %(number)d questions.") % {"number": FEWEST_QUESTIONS})
    if len(set(counts)) > 1:
        found.append(_("Both forms need the same number of questions."))
    return [*found, *_people_lacking(study)]


def _people_lacking(study: Study) -> list[str]:
    students = students_of(study)
    if students.count() < 2 * study.arms.count():
        return [_("The course has too few students for these arms.")]
    if study.draw_by == DrawBy.TEAM:
        teams = Team.objects.filter(course=study.course_id, members__in=students.values("user")).distinct()
        if teams.count() < study.arms.count():
            return [_("The course has too few teams for these arms.")]
        alone = students.exclude(user__in=Team.members.through.objects.filter(team__in=teams).values("user"))
        if alone.exists():
            return [_("Students without a team: %(number)d. Put each one into a team.") % {"number": alone.count()}]
    if current_power(study) is None:
        return [_("The chance to find an effect is not computed yet.")]
    return []


def _activity(arm: Any) -> str:
    if arm.activity:
        return str(arm.activity)
    return _("Session “%(session)s”") % {"session": arm.session.title} if arm.session is not None else ""


def _power(study: Study) -> tuple[float, float, float]:
    """The chances of `EFFECTS`; 0 while they are not computed."""
    plan = (current_power(study) or {}).get("plan") or {}
    known = dict(zip(plan.get("effects", ()), plan.get("chances", ()), strict=False))
    first, second, third = (float(known.get(effect, 0.0)) for effect in EFFECTS)
    return first, second, third
