"""A study on its pages: an instructor plans it, students answer, and the numbers go out as a package."""

import io
import zipfile
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from classrooms.assess.studies.jobs import power_compute, result_compute
from classrooms.assess.studies.mails import mails_send
from classrooms.assess.studies.services.freezing import arms_draw
from classrooms.assess.studies.services.times import step_now
from classrooms.models import Study, StudyPerson, StudyTest
from games.models import Job
from games.platform import clock
from tests.classrooms.assess.studies.studying import agreed, answered, class_of, draft_of, frozen_of

pytestmark = pytest.mark.django_db


def browser(user):
    client = Client()
    client.force_login(user)
    return client


def page(client, name, study, *more):
    return client.get(reverse(f"classrooms:{name}", args=[study.pk, *more])).content.decode()


def posted(client, name, study, data, *more):
    return client.post(reverse(f"classrooms:{name}", args=[study.pk, *more]), data)


def test_a_course_without_studies_says_so_and_a_draft_is_made_with_a_title():
    course, teacher, _students = class_of(4)
    client = browser(teacher)
    address = reverse("classrooms:course-studies", args=[course.pk])
    assert "No study yet" in client.get(address).content.decode()

    answer = client.post(address, {"title": "Game or lecture"})

    study = Study.objects.get()
    assert answer["Location"] == reverse("classrooms:study", args=[study.pk])
    assert "Write the question of the study." in page(client, "study", study)
    assert [arm.name for arm in study.arms.all()] == ["Lecture first", "Game first"]


def test_a_wrong_order_of_times_is_refused_and_nothing_is_lost():
    course, teacher, _students = class_of(4)
    study, client = draft_of(course, teacher), browser(teacher)
    data = {"title": "New title", "question": "Why?", "game": "domego", "draw_by": "person", "strata": ""}
    data |= {"after_at": "2026-05-01T10:00", "after_until": "2026-04-01T10:00"}

    answer = posted(client, "study", study, data)

    assert answer.status_code == 422
    assert "The times of the tests are not in order." in answer.content.decode()
    assert "New title" in answer.content.decode()
    assert Study.objects.get().title == "Game or lecture"


def test_times_are_those_on_the_clocks_of_the_course():
    course, teacher, _students = class_of(4)
    study, client = draft_of(course, teacher), browser(teacher)
    data = {"title": "T", "question": "Why?", "game": "domego", "draw_by": "person", "strata": ""}

    posted(client, "study", study, data | {"after_at": "2026-05-01T10:00"})

    assert Study.objects.get().after_at.isoformat() == "2026-05-01T08:00:00+00:00"


def test_the_chance_is_computed_in_the_background_and_shown(no_broker):
    course, teacher, _students = class_of(60)
    study, client = draft_of(course, teacher), browser(teacher)

    posted(client, "study", study, {"power": ""})
    assert "This is being computed." in page(client, "study", study)
    power_compute(Job.objects.get(kind="study_power"))
    Job.objects.filter(kind="study_power").update(state=Job.State.DONE)

    text = page(client, "study", study)
    assert "Found in 100 studies" in text
    assert "Expected in the analysis, by arm:" in text


def test_a_student_sees_nothing_of_a_draft_and_answers_a_frozen_study():
    course, teacher, students = class_of(12)
    draft, student = draft_of(course, teacher), browser(students[0])
    assert student.get(reverse("classrooms:study-mine", args=[draft.pk])).status_code == 404
    study = frozen_of(course, teacher)
    assert "Answer now" in page(student, "study-mine", study)
    assert study.title in student.get(reverse("games:home")).content.decode()

    posted(student, "study-mine", study, {"consents": "yes"})
    first = StudyPerson.objects.get(study=study, user=students[0])
    questions = study.questions.filter(form=first.order[0])
    key = questions.first().pk
    kept = posted(student, "study-test", study, {f"choice-{key}": "1", f"confidence-{key}": "75"}, "before")

    assert kept.status_code == 204
    assert StudyTest.objects.get().answers == {str(key): [1, 75]}
    assert f'name="choice-{key}" value="1" checked' in page(student, "study-test", study, "before")
    sent = posted(student, "study-test", study, {f"choice-{key}": "1", "send": "1"}, "before")
    assert sent["Location"] == reverse("classrooms:study-mine", args=[study.pk])
    assert "Sent. Thank you." in page(student, "study-mine", study)
    assert study.title not in student.get(reverse("games:home")).content.decode()


def test_an_answer_that_no_question_has_is_refused():
    course, teacher, students = class_of(12)
    study, student = frozen_of(course, teacher), browser(students[0])
    first = study.people.get(user=students[0])
    key = study.questions.filter(form=first.order[0]).first().pk

    answer = posted(student, "study-test", study, {f"choice-{key}": "9"}, "before")

    assert answer.status_code == 400
    assert StudyTest.objects.count() == 0


def test_the_package_has_the_numbers_of_the_page_and_then_consent_is_fixed(no_broker):
    course, teacher, students = class_of(24)
    study, client = frozen_of(course, teacher), browser(teacher)
    for place, user in enumerate(students):
        answered(study, user, "before", 3 + place % 4)
    agreed(study, students)
    study = arms_draw(study_id=study.pk)
    now = clock.now()
    step_now(study_id=study.pk, phase="arms", now=now)
    for place, user in enumerate(students):
        answered(study, user, "after", 4 + place % 5, now=now)
    posted(client, "study-result", study, {})
    result_compute(Job.objects.get(kind="study_result"))
    numbers = Study.objects.get().result["numbers"]
    text = page(client, "study-result", study)
    assert "Export the package" in text
    assert "Lecture: drawn by lot 12, agreed 12, First test 12, Second test 12. Game: drawn by lot 12" in text

    answer = client.post(reverse("classrooms:study-package", args=[study.pk]))

    files = zipfile.ZipFile(io.BytesIO(answer.content))
    rows = files.read("numbers.csv").decode().splitlines()[1:]
    assert {row.split(",")[0]: float(row.split(",")[1]) for row in rows} == numbers
    assert {"analysis.py", "analysis.R", "datapackage.json", "LICENSE.txt", "README.md"} <= set(files.namelist())
    assert not any(user.username.encode() in files.read(name) for user in students for name in files.namelist())
    posted(browser(students[0]), "study-mine", study, {"consents": "no"})
    assert study.people.get(user=students[0]).consents is True


def test_the_mail_on_the_third_test_goes_once_to_whoever_has_not_sent_it(no_broker):
    course, teacher, students = class_of(12)
    study = arms_draw(study_id=frozen_of(course, teacher).pk)
    now = clock.now()
    for seconds, phase in enumerate(("arms", "after", "between"), start=-3):
        step_now(study_id=study.pk, phase=phase, now=now + timedelta(seconds=seconds))
    answered(study, students[0], "later", 5, now=now)

    assert (mails_send(now + timedelta(minutes=1)), mails_send(now + timedelta(minutes=2))) == (11, 0)
    assert sorted(each.to[0] for each in mail.outbox) == sorted(user.email for user in students[1:])
    assert reverse("classrooms:study-mine", args=[study.pk]) in mail.outbox[0].body
