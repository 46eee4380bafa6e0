"""Database constraints of courses, sessions, marks and papers: each refuses a row that breaks it."""

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import CheckConstraint, F, UniqueConstraint

from classrooms import models
from tests.classrooms.factories import course_of, enrol, session_of
from tests.classrooms.people.class_lists.erasing import everywhere
from tests.games.factories import NOW, match_of, person

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere]

BROKEN = {
    "study_draw_by_known": {"draw_by": "coin"},
    "study_strata_known": {"strata": "age"},
    "study_frozen_before_its_draw": {"drawn_at": NOW},
    "study_frozen_with_a_digest": {"frozen_at": NOW},
    "study_question_from_one_source": {"bank_key": ""},
    "study_question_form_known": {"form": "C"},
    "study_order_known": {"order": "AA"},
    "study_moment_known": {"moment": "never"},
    "study_test_form_known": {"form": "C"},
    "analysis_progress_in_percent": {"progress": 101},
    "analysis_has_results_when_done": {"status": "done"},
    "enrolment_role_known": {"role": "king"},
    "enrolment_extra_time_in_bounds": {"extra_time": 10_000},
    "session_status_known": {"status": "lost"},
    "session_expected_known": {"expected": "all"},
    "session_unfinished_known": {"unfinished": "never"},
    "session_deal_known": {"deal": "by hand"},
    "session_opens_itself_known": {"opens_itself": "at night"},
    "grade_scale_in_bounds": {"scale": 0},
    "grade_decimals_in_bounds": {"decimals": 3},
    "grade_smallest_share_in_bounds": {"smallest_share": 101},
    "rubric_line_nothing_known": {"when_nothing": "half"},
    "rule_change_has_reason": {"reason": ""},
    "participation_state_known": {"state": "asleep"},
    "participation_excused_by_hand": {"state": "excused", "is_proposed": True},
    "final_choice_set_has_points_and_reason": {"kind": "set", "points": 1, "reason": ""},
    "mark_points_in_bounds": {"points": 10_001},
    "mark_change_has_reason": {"changed_points": 1, "changed_reason": ""},
    "peer_review_of_another": {"author": F("about")},
    "peer_review_points_in_bounds": {"points": 5},
    "mark_query_text_not_empty": {"text": ""},
    "kept_mark_look_has_reason": {"reason": ""},
    "session_question_from_one_source": {"bank_key": ""},
    "survey_value_in_bounds": {"value": 6},
    "paper_is_about_something": {"kind": "class"},
    "retention_deed_has_its_step": {"step": ""},
    "team_mail_to_known": {"to": "nobody"},
    "team_mail_sent_or_dropped": {"sent_at": NOW, "dropped_at": NOW},
    "record_mark_of_one_thing": {"match": None},
    "lms_platform_state_known": {"state": "gone"},
    "lms_score_state_known": {"state": "lost"},
    "lms_score_waiting_has_time": {"next_at": None},
}
"""The values that break a row, by the name of the constraint that refuses them."""


def checked_and_unique():
    for model in apps.get_app_config("classrooms").get_models():
        for constraint in model._meta.constraints:
            yield model, constraint


@pytest.fixture
def rows(no_broker):
    """At least one row in each table that has a constraint."""
    teacher, zoe, mate = person("claire"), person("zq"), person("mate")
    course = course_of(teacher, [mate])
    enrol(course, zoe, student_number="1")
    session = session_of(course, teams=[[zoe, mate]], started=True, scenario="classic")
    match = session.session_teams.get().match
    everywhere(session, match, zoe, mate, teacher)
    book = models.GradeBook.objects.get()
    when = {"at": NOW}
    models.Participation.objects.create(session=session, user=zoe, state="absent", **when)
    models.FinalChoice.objects.create(book=book, user=zoe, kind="empty", created_at=NOW)
    models.RuleChange.objects.create(
        line=models.RubricLine.objects.first(), before={}, after={}, reason="late", created_at=NOW
    )
    query = models.MarkQuery.objects.create(published=models.PublishedGrade.objects.first(), about=NOW, created_at=NOW)
    models.MarkQueryText.objects.create(query=query, text="why?", created_at=NOW)
    models.KeptMarkLook.objects.create(book=book, reason="appeal", number=1, **when)
    models.Analysis.objects.create(match=match, seed="1", playouts=1, asked_at=NOW)
    models.Paper.objects.create(name="r", kind="team", match=match, language="en")
    told = models.RetentionDeed.objects.create(
        course=course, kind="told", step="papers", planned_on=NOW.date(), due_on=NOW.date(), days=30, **when
    )
    models.RetentionNotice.objects.create(deed=told, user=teacher)
    models.Debrief.objects.create(match=match_of(), facts={}, digest="1", made_at=NOW)
    models.RecordMark.objects.create(match=match)
    models.Delivery.objects.create(url="https://a.example.org", kind="k", key="k", body={}, created_at=NOW)
    models.Identity.objects.create(user=zoe, issuer="https://login.example.org", subject="z", linked_at=NOW)
    models.Erasure.objects.create(person=mate.pk, joined_at=NOW, at=NOW)
    made = models.OwnScenario.objects.create(game="domego", title="S", text="{}", created_at=NOW, changed_at=NOW)
    models.ScenarioVersion.objects.create(scenario=made, number=0, text="{}", digest="d", made_at=NOW)
    study = models.Study.objects.create(course=course, title="S", seed="1", created_at=NOW)
    arm = models.StudyArm.objects.create(study=study, position=0, name="Game")
    models.StudyQuestion.objects.create(study=study, form="A", bank_key="retention")
    models.StudyQuestion.objects.create(study=study, form="B", own=models.OwnQuestion.objects.first())
    part = models.StudyPerson.objects.create(study=study, user=zoe, arm=arm)
    models.StudyTest.objects.create(person=part, moment="before", form="A")
    models.StudyPool.objects.create(course=course)
    models.BankFit.objects.create(game="domego")
    poll = models.Poll.objects.get()
    session.session_teams.get().observer_links.create(nonce="n", created_at=NOW)
    models.PollVote.objects.create(poll=poll, voter="v", choice=1)
    _rows_of_platforms(course, session, zoe)


def _rows_of_platforms(course, session, user):
    made = {"created_at": NOW}
    platform = models.LmsPlatform.objects.create(name="M", issuer="https://m.example.org", client_id="1", **made)
    known = models.LmsPerson.objects.create(platform=platform, subject="7", user=user, **made)
    deployment = models.LmsDeployment.objects.create(platform=platform, deployment_id="1")
    theirs = models.LmsCourse.objects.create(deployment=deployment, context_id="2", course=course, **made)
    models.LmsMember.objects.create(lms_course=theirs, person=known, role="student", seen_at=NOW)
    models.LmsLink.objects.create(lms_course=theirs, link_id="3", session=session, **made)
    column = models.LmsLineItem.objects.create(lms_course=theirs, session=session, **made)
    of_line = models.RubricLine.objects.filter(book__session=session).first()
    models.LmsLineItem.objects.create(lms_course=theirs, session=session, line=of_line, **made)
    models.LmsScore.objects.create(line_item=column, person=known, next_at=NOW, asked_at=NOW)


def breaks(model, constraint):
    """Change a row so that it violates the constraint."""
    if isinstance(constraint, CheckConstraint):
        model.objects.filter(pk=model.objects.first().pk).update(**BROKEN[constraint.name])
        return
    row = model.objects.filter(constraint.condition).first() if constraint.condition else model.objects.first()
    assert row is not None, f"{constraint.name}: no row of {model.__name__}"
    row.pk = None
    for field in model._meta.fields:
        if field.unique and field.null:
            setattr(row, field.attname, None)  # so that nothing else refuses the copy
    row.save(force_insert=True)


def test_a_row_that_breaks_a_constraint_is_refused(rows):
    taken = {}
    for model, constraint in checked_and_unique():
        with pytest.raises(IntegrityError) as refused, transaction.atomic():
            breaks(model, constraint)
        taken[constraint.name] = str(refused.value)

    checks = [constraint.name for _model, constraint in checked_and_unique() if isinstance(constraint, CheckConstraint)]
    assert set(BROKEN) == set(checks)
    assert [name for name in checks if name not in taken[name]] == []
    assert all(
        isinstance(constraint, CheckConstraint | UniqueConstraint) for _model, constraint in checked_and_unique()
    )
