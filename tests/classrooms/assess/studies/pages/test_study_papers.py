"""Papers and slides of a study: made by a worker, with the sentences of the page, and made anew after a change."""

import io
import re

import pikepdf
import pytest
from django.test import Client
from django.urls import reverse

from classrooms.assess.reports.papers import make
from classrooms.assess.studies.jobs import result_compute
from classrooms.models import Paper, Study, StudyTest
from games.models import Job
from tests.classrooms.assess.studies.studying import class_of, computed_of, draft_of, frozen_of

pytestmark = pytest.mark.django_db


def browser(user):
    client = Client()
    client.force_login(user)
    return client


def address(name, study, *more):
    return reverse(f"classrooms:{name}", args=[study.pk, *more])


def made(client, study, kind):
    """Request a paper, let the worker make it, and take it: its bytes."""
    url = address("study-paper", study, kind)
    answer = client.post(url)
    assert answer.status_code == 302
    assert "The PDF is being made." in client.get(answer["Location"]).content.decode()
    job = Job.objects.get(kind="paper", subject=str(Paper.objects.get(kind=kind, study=study).pk))
    make(job)
    Job.objects.filter(pk=job.pk).update(state=Job.State.DONE)
    answer = client.get(url)
    assert answer["Content-Type"] == "application/pdf"
    return b"".join(answer.streaming_content)


def titles_of(content):
    with pikepdf.open(io.BytesIO(content)) as opened:
        return len(opened.pages), str(opened.docinfo["/Title"])


def test_the_protocol_of_a_frozen_plan_is_one_sheet(no_broker):
    course, teacher, _students = class_of(12)
    study, client = frozen_of(course, teacher), browser(teacher)

    assert titles_of(made(client, study, "protocol")) == (1, "Protocol: Game or lecture")
    assert "PDF, 1 page" in client.get(address("study-protocol", study)).content.decode()


def test_a_draft_has_no_paper_and_no_slides(no_broker):
    course, teacher, _students = class_of(12)
    study, client = draft_of(course, teacher), browser(teacher)

    assert "Make the PDF" not in client.get(address("study-protocol", study)).content.decode()
    client.post(address("study-paper", study, "protocol"))
    assert not Paper.objects.exists()
    assert client.get(address("study-slides", study)).status_code == 404
    assert client.get(address("study-paper", study, "poster")).status_code == 404


def test_the_result_and_its_slides_are_printed_and_made_anew_when_the_numbers_change(no_broker):
    study, teacher, _students = computed_of()
    client = browser(teacher)
    pages, title = titles_of(made(client, study, "result"))
    assert (title, pages <= 3) == ("Result: Game or lecture", True)
    slides = client.get(address("study-slides", study)).content.decode()
    count = len(re.findall(r'<section class="slide', slides))
    assert titles_of(made(client, study, "resultslides")) == (count, "Slides: Game or lecture")

    gone = StudyTest.objects.filter(person__study=study, moment="after").first()
    gone.delete()
    result_compute(Job(subject=str(study.pk)))

    text = client.get(address("study-result", study)).content.decode()
    assert text.count("because the study has changed") == 2
    assert titles_of(made(client, study, "result"))[1] == "Result: Game or lecture"
    assert client.get(address("study-result", study)).content.decode().count("because the study has changed") == 1


def test_slides_say_the_sentences_of_the_page(no_broker):
    study, teacher, _students = computed_of(36, gain=4)
    client = browser(teacher)
    page, slides = (client.get(address(name, study)).content.decode() for name in ("study-result", "study-slides"))

    said = re.search(r"On the second test, “Game” is ahead of “Lecture” by [^<]+", page)[0]
    assert said in slides
    assert len(re.findall(r"<svg", slides)) >= 3


def test_students_get_no_paper(no_broker):
    study, _teacher, students = computed_of()
    client = browser(students[0])

    for kind in ("protocol", "result", "resultslides"):
        assert client.get(address("study-paper", study, kind)).status_code == 403
    assert client.get(address("study-slides", study)).status_code == 403


def test_papers_go_with_the_study(no_broker):
    study, teacher, _students = computed_of()
    made(browser(teacher), study, "result")

    Study.objects.filter(pk=study.pk).delete()

    assert not Paper.objects.exists()
