"""A person's texts in courses and sessions, and their name in texts of others."""

from collections.abc import Iterable
from typing import Any, Final

from django.db import models
from django.db.models import F, Q

from classrooms.models import (
    Course,
    FinalChoice,
    GradeBook,
    Invitation,
    KeptMark,
    KeptMarkLook,
    LmsCourse,
    LmsLink,
    LmsScore,
    Mark,
    MarkChange,
    MarkQueryText,
    OwnQuestion,
    OwnScenario,
    Participation,
    PeerReview,
    Poll,
    PublishedGrade,
    RetentionDeed,
    RosterImport,
    RubricLine,
    RuleChange,
    ScenarioVersion,
    Session,
    SessionTeam,
    Study,
    StudyArm,
    StudyTest,
    SurveyAnswer,
    SurveyItem,
    TableObserver,
    Team,
    TeamMail,
    User,
)
from classrooms.people.class_lists.services.names import GONE, Names
from games.public.people import cleaned

NAMED_IN: Final[tuple[tuple[type[models.Model], str, tuple[str, ...]], ...]] = (
    (Course, "pk", ("name", "term")),
    (Team, "course", ("name",)),
    (Session, "course", ("title",)),
    (SessionTeam, "session__course", ("name",)),
    (Invitation, "course", ("note",)),
    (RosterImport, "course", ("source", "lines", "notes")),
    (OwnQuestion, "course", ("text", "options", "explanation")),
    (OwnScenario, "courses", ("title", "parent_name")),
    (SurveyItem, "session__course", ("text",)),
    (Poll, "session__course", ("text", "options", "words")),
    (SurveyAnswer, "item__session__course", ("text",)),
    (StudyTest, "person__study__course", ("words",)),
    (Study, "course", ("title", "question", "plan")),
    (StudyArm, "study__course", ("name", "activity")),
    (RubricLine, "book__session__course", ("title", "params")),
    (RuleChange, "line__book__session__course", ("reason",)),
    (Participation, "session__course", ("facts", "reason")),
    (FinalChoice, "book__session__course", ("reason",)),
    (MarkQueryText, "query__published__book__session__course", ("text",)),
    (Mark, "line__book__session__course", ("facts", "changed_reason")),
    (MarkChange, "mark__line__book__session__course", ("reason",)),
    (PeerReview, "session_team__session__course", ("note",)),
    (PublishedGrade, "book__session__course", ("content",)),
    (KeptMark, "book__session__course", ("content",)),
    (KeptMarkLook, "book__session__course", ("reason",)),
    (RetentionDeed, "course", ("reason",)),
    (TableObserver, "session_team__session__course", ("went_well", "to_ask", "question")),
    (TeamMail, "session__course", ("subject", "text")),
    (LmsCourse, "course", ("title",)),
    (LmsLink, "lms_course__course", ("title",)),
    (LmsScore, "line_item__session__course", ("comment", "sent_comment")),
)
"""Columns in which people may write about each other, with the path from the model to the course."""


def answers_forget(*, user: User, names: Names) -> None:
    """Erase the person's texts and marks, and texts of team mates about them. Choices and numbers stay for the
    sums of the class.
    """
    SurveyAnswer.objects.filter(user=user).update(text="")
    studies_forget(user=user)
    PeerReview.objects.filter(Q(author=user) | Q(about=user)).update(note="")
    GradeBook.objects.filter(lines__marks__user=user).update(revision=F("revision") + 1)
    Mark.objects.filter(user=user).delete()
    Participation.objects.filter(user=user).delete()
    FinalChoice.objects.filter(user=user).delete()
    MarkQueryText.objects.filter(by=user).update(text=GONE)
    FinalChoice.objects.filter(by=user).exclude(reason="").update(reason=GONE)
    Participation.objects.filter(by=user).update(reason="")
    RuleChange.objects.filter(by=user).update(reason=GONE)
    PublishedGrade.objects.filter(user=user).delete()
    KeptMarkLook.objects.filter(by=user).update(reason=GONE)
    RetentionDeed.objects.filter(by=user).exclude(reason="").update(reason=GONE)
    TableObserver.objects.filter(user=user).update(went_well="", to_ask="", question="")
    TeamMail.objects.filter(by=user).update(subject="", text="")
    Mark.objects.filter(changed_by=user).exclude(changed_reason="").update(changed_reason=GONE)
    MarkChange.objects.filter(by=user).update(reason="")
    Invitation.objects.filter(Q(used_by=user) | Q(created_by=user)).update(note="")
    for roster in RosterImport.objects.filter(course__enrolments__user=user):
        kept = [line for line in roster.lines if line.get("user") != user.pk and not names.is_named_by(line)]
        if kept != roster.lines:
            roster.lines = kept
            roster.save(update_fields=["lines"])


def studies_forget(*, user: User) -> None:
    """Take the person out of the studies whose results were not passed on: numbers computed with them are deleted. In
    the others the answers stay without a name, and without the person's words.
    """
    open_ones = Study.objects.filter(people__user=user, pooled_at=None)
    for study in open_ones:
        study.people.filter(user=user).delete()
        Study.objects.filter(pk=study.pk).update(result=None, resulted_at=None)
    StudyTest.objects.filter(person__user=user).update(words="")


def scenarios_forget(*, user: User, names: Names) -> None:
    """Delete the person's scenarios that nobody else may use. Those shared with a course or by a link stay without
    their name and without the steps of their making. Sessions and matches keep their own texts.
    """
    own = OwnScenario.objects.filter(owner=user)
    own.filter(Q(courses=None, token=None) | Q(removed_at__isnull=False)).delete()
    for scenario in own:
        scenario.title, scenario.parent_name = (
            names.clean(scenario.title)[:120],
            names.clean(scenario.parent_name)[:160],
        )
        scenario.owner, scenario.done, scenario.undone = None, [], []
        scenario.save(update_fields=["title", "parent_name", "owner", "done", "undone"])
    ScenarioVersion.objects.filter(made_by=user).update(made_by=None)


def texts_clean(*, course_ids: Iterable[int], names: Names) -> None:
    """Remove the person's name from texts of others in these courses."""
    ids = list(course_ids)
    for model, way, columns in NAMED_IN:
        rows = model._base_manager.filter(**{f"{way}__in": ids})
        for pk, *values in rows.values_list("pk", *columns):
            after = [cleaned(value, names.clean) for value in values]
            if after != values:
                _write(model, pk, dict(zip(columns, after, strict=True)))


def _write(model: type[models.Model], pk: int, values: dict[str, Any]) -> None:
    """Save a cleaned row. Team names must differ within a course and a session, so a repeated replacement gets a
    number.
    """
    if model in (Team, SessionTeam) and GONE in str(values["name"]):
        values["name"] = f"{str(values['name'])[:60]} {pk}"
    model._base_manager.filter(pk=pk).update(**values)
