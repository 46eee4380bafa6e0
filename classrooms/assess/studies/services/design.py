"""Planning a study: its settings, arms and questions, until the plan is frozen."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from classrooms.assess.studies.limits import FEWEST_QUESTIONS, MOST_ARMS, MOST_QUESTIONS, SETTINGS, USUAL_QUESTIONS
from classrooms.assess.studies.parallel import parallel_forms
from classrooms.assess.studies.queries.questions import pool_of
from classrooms.assess.studies.services.refusals import BadPlan, PlanFrozen
from classrooms.models import Course, Enrolment, Session, SessionStatus, Study, StudyArm, StudyForm, StudyQuestion
from games.public.base import clock
from games.ui import faces
from games.ui.names import BadName, name_read


@dataclass(frozen=True)
class ArmPlan:
    """An arm as it is planned: its name, and a draft session or another activity in words."""

    name: str
    activity: str = ""
    session_id: int | None = None


@transaction.atomic
def study_create(*, course: Course, by: Any, title: str, now: datetime | None = None) -> Study:
    """Create the draft of a study with the usual form: two arms, the first one without the game until the end, drawn by
    person, and questions chosen from the bank. Raises BadPlan for a bad title.
    """
    game = _usual_game(course)
    study = Study.objects.create(
        course=course,
        title=_name(title, 120),
        game=game,
        seed=secrets.token_hex(32),
        created_by=by,
        created_at=now or clock.now(),
    )
    names = (_("Lecture first"), _("Game first"))
    activities = (_("The lecture; the game follows after the second test."), "")
    for position, (name, activity) in enumerate(zip(names, activities, strict=True)):
        StudyArm.objects.create(study=study, position=position, name=name, activity=activity)
    _choose(study, USUAL_QUESTIONS)
    return study


@transaction.atomic
def study_copy(*, source: Study, course: Course, by: Any, title: str, now: datetime | None = None) -> Study:
    """Create the draft of a study with the settings, arms and questions of an earlier one, without its times and
    sessions. Own questions of another course are left out. Raises BadPlan for a bad title.
    """
    same = ("question", "game", "draw_by", "strata", "crossover", "asks_experience", "later_required")
    study = Study.objects.create(
        course=course,
        title=_name(title, 120),
        seed=secrets.token_hex(32),
        created_by=by,
        created_at=now or clock.now(),
        **{name: getattr(source, name) for name in same},
    )
    for arm in source.arms.order_by("position"):
        StudyArm.objects.create(study=study, position=arm.position, name=arm.name, activity=arm.activity)
    asked = source.questions.filter(Q(own=None) | Q(own__course=course)).order_by("form", "position", "pk")
    StudyQuestion.objects.bulk_create(
        StudyQuestion(study=study, form=row.form, position=row.position, bank_key=row.bank_key, own_id=row.own_id)
        for row in asked
    )
    return study


def earlier_studies(user: Any) -> Any:
    """The studies that a person can copy: those of the courses where the person is an instructor, newest first."""
    own = Enrolment.objects.filter(user=user, role=Enrolment.Role.INSTRUCTOR, left_at__isnull=True).values("course")
    return Study.objects.filter(course__in=own).select_related("course").order_by("-created_at", "-pk")


@transaction.atomic
def study_update(*, study_id: int, **changes: Any) -> Study:
    """Change settings of a draft (`SETTINGS`). Another game empties the forms. Raises PlanFrozen, or BadPlan for times
    out of order.
    """
    study = draft(study_id)
    game = study.game
    for name, value in changes.items():
        if name not in SETTINGS:
            raise BadPlan(reason=name)
        setattr(study, name, _name(value, 120) if name == "title" else value)
    check_times(study)
    study.save()
    if study.game != game:
        study.questions.exclude(bank_key="").delete()
        _choose(study, USUAL_QUESTIONS)
    return study


@transaction.atomic
def arms_set(*, study_id: int, arms: Sequence[ArmPlan]) -> Study:
    """Set the arms in their order. Raises PlanFrozen, or BadPlan for fewer than two or more than three arms, for equal
    names, or for a session that is no draft of the course.
    """
    study = draft(study_id)
    if not 2 <= len(arms) <= MOST_ARMS:
        raise BadPlan(reason=_("A study has two or three arms."))
    names = [_name(arm.name, 80) for arm in arms]
    if len(set(names)) < len(names):
        raise BadPlan(reason=_("Two arms have the same name."))
    chosen = {arm.session_id for arm in arms if arm.session_id is not None}
    if len(chosen) < sum(arm.session_id is not None for arm in arms):
        raise BadPlan(reason=_("Two arms have the same session."))
    if chosen - set(sessions_for(study).values_list("pk", flat=True)):
        raise BadPlan(reason=_("An arm needs a draft session of this course."))
    study.arms.all().delete()
    for position, (arm, name) in enumerate(zip(arms, names, strict=True)):
        StudyArm.objects.create(
            study=study, position=position, name=name, activity=arm.activity.strip()[:300], session_id=arm.session_id
        )
    return study


@transaction.atomic
def questions_set(*, study_id: int, forms: Mapping[str, Collection[str]]) -> Study:
    """Set the questions of each form by key (`bank-KEY`, `own-PK`). Raises PlanFrozen, or BadPlan for an unknown
    question, one in both forms, or too many.
    """
    study = draft(study_id)
    known = {each.key for each in pool_of(study)}
    chosen = [key for keys in forms.values() for key in keys]
    if set(chosen) - known:
        raise BadPlan(reason=_("There is no such question."))
    if len(set(chosen)) < len(chosen):
        raise BadPlan(reason=_("A question can only be in one form."))
    if any(len(keys) > MOST_QUESTIONS for keys in forms.values()):
        raise BadPlan(reason=_("A form has at most %(number)d questions.") % {"number": MOST_QUESTIONS})
    study.questions.all().delete()
    StudyQuestion.objects.bulk_create(
        _row(study, form, position, key) for form, keys in forms.items() for position, key in enumerate(keys)
    )
    return study


@transaction.atomic
def questions_choose(*, study_id: int, size: int, themes: Collection[str] | None = None) -> Study:
    """Choose two parallel forms of `size` questions from the pool, or from some of its themes. Raises PlanFrozen or
    BadPlan.
    """
    study = draft(study_id)
    if not FEWEST_QUESTIONS <= size <= MOST_QUESTIONS:
        bounds = {"least": FEWEST_QUESTIONS, "most": MOST_QUESTIONS}
        raise BadPlan(reason=_("A form has %(least)d to %(most)d questions.") % bounds)
    _choose(study, size, themes)
    return study


@transaction.atomic
def study_delete(*, study_id: int) -> None:
    """Delete a draft. Raises PlanFrozen for a frozen study."""
    draft(study_id).delete()


def sessions_for(study: Study) -> Any:
    """The draft sessions of the course that an arm can have."""
    return Session.objects.filter(course=study.course_id, status=SessionStatus.DRAFT, is_rehearsal=False)


def draft(study_id: int) -> Study:
    """The locked row of a study whose plan can change. Raises PlanFrozen."""
    study = locked(study_id)
    if study.frozen_at is not None:
        raise PlanFrozen
    return study


def locked(study_id: int) -> Study:
    """The locked row of a study."""
    return Study.objects.select_for_update().get(pk=study_id)


def check_times(study: Study) -> None:
    """Raises BadPlan unless the times of the tests are in order."""
    known = [each for each in (study.after_at, study.after_until, study.later_at, study.later_until) if each]
    if any(earlier >= later for earlier, later in zip(known, known[1:], strict=False)):
        raise BadPlan(reason=_("The times of the tests are not in order."))


def _choose(study: Study, size: int, themes: Collection[str] | None = None) -> None:
    """Put two parallel forms into the plan. Without themes, questions on the rules of the game are left out if others
    are enough.
    """
    pool = pool_of(study)
    wanted = [each for each in pool if themes is None or each.theme in themes]
    beyond = [each for each in wanted if each.theme != "game"]
    if themes is None and len(beyond) >= 2 * FEWEST_QUESTIONS:
        wanted = beyond
    forms = parallel_forms([each.candidate for each in wanted], size)
    study.questions.all().delete()
    StudyQuestion.objects.bulk_create(
        _row(study, form, position, key)
        for form, keys in zip(StudyForm, forms, strict=True)
        for position, key in enumerate(keys)
    )


def _row(study: Study, form: str, position: int, key: str) -> StudyQuestion:
    kind, _dash, own = key.partition("-")
    source: dict[str, Any] = {"bank_key": own} if kind == "bank" else {"own_id": int(own)}
    return StudyQuestion(study=study, form=form, position=position, **source)


def _usual_game(course: Course) -> str:
    """The game of the course's newest session, else the one with most themes in its bank."""
    newest = Session.objects.filter(course=course, is_rehearsal=False).order_by("-created_at").first()
    themes = {face.game.key: len(face.quiz().themes) for face in faces.all_faces() if face.quiz().offered}
    if newest is not None and newest.game in themes:
        return newest.game
    return max(themes, key=lambda key: (themes[key], key), default="")


def _name(text: str, most: int) -> str:
    try:
        return name_read(text, most=most)
    except BadName:
        raise BadPlan(reason=_("Write a name of at most %(most)d characters.") % {"most": most}) from None
