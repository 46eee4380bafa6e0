"""Publishing, rubric, pasted columns and files, by plain forms."""

import pytest

from classrooms.assess.grading.services.grades import mark_set
from classrooms.assess.grading.services.publishing import grades_publish
from classrooms.assess.grading.views import grades
from classrooms.models import Enrolment, GradeBook, Mark, PublishedGrade, RubricLine, User
from tests.classrooms.assess.grading.sessions import (
    at,
    line_of,
    student,
)

pytestmark = pytest.mark.django_db


def test_publishing_shows_who_reads_what_and_waits_for_the_bots_unless_told_otherwise(played, claire):
    page = claire.get(at(played, "publish/")).content.decode()
    assert "What is new for 4 students" in page

    refused = claire.post(at(played, "publish/"), {"told": "4"})
    assert (refused.status_code, PublishedGrade.objects.count()) == (409, 0)
    assert "Bots still play" in refused.content.decode()

    answer = claire.post(at(played, "publish/"), {"incomplete": "1", "told": "4"}, follow=True)
    assert "Published. 4 students read something new." in answer.content.decode()
    assert PublishedGrade.objects.count() == 4
    assert "Nothing is new for students" in claire.get(at(played, "publish/")).content.decode()


def test_the_page_of_a_large_class_asks_afterwards_whether_marks_are_older(played, claire, monkeypatch):
    monkeypatch.setattr(grades, "LARGE", 1)
    Mark.objects.all().delete()
    told = "Some marks would be different now."

    page = claire.get(at(played, "publish/")).content.decode()
    part = claire.get(at(played, "publish/?check=1"), headers={"HX-Request": "true"}).content.decode()
    plain = claire.get(at(played, "publish/?check=1")).content.decode()

    assert told not in page
    assert f'hx-get="{at(played, "publish/")}?check=1" hx-trigger="load"' in page
    assert 'href="' + at(played, "publish/") + '?check=1">Check whether some would be different now' in page
    for each in (part, plain):
        assert told in each
        assert "hx-trigger" not in each.partition('id="computed"')[2].partition(">")[0]
    assert "<html" not in part
    assert 'name="to" value="publish"' in part


def test_publishing_says_that_marks_are_older_than_the_match_and_computes_them_on_request(played, claire):
    Mark.objects.all().delete()

    older = claire.get(at(played, "publish/"))
    looked = claire.post(at(played, "compute/"), {"to": "publish"}, follow=True)

    assert (older.context["outdated"], looked.context["outdated"]) == (True, False)
    assert "Some marks would be different now." in older.content.decode()
    assert "Some marks would be different now." not in looked.content.decode()
    assert (looked.context["waiting"], len(looked.context["differences"])) == (True, 4)
    assert "Publish although bots still play" in looked.content.decode()
    assert claire.post(at(played, "publish/"), {"incomplete": "1", "told": "4"}).status_code == 302
    assert PublishedGrade.objects.count() == 4


def rubric_data(play_session, **more):
    data = {"scale": 20, "decimals": 1, "smallest_share": 0, "do": "save"}
    for line in RubricLine.objects.filter(book__session=play_session):
        data |= {f"line-{line.pk}-title": line.title, f"line-{line.pk}-weight": line.weight}
        data |= {f"line-{line.pk}-{name}": value for name, value in line.params.items()}
    return data | more


def kinds(play_session):
    return [line.kind for line in RubricLine.objects.filter(book__session=play_session)]


def test_the_rubric_is_changed_by_its_form(played, claire):
    project = line_of(played, "project")

    answer = claire.post(
        at(played, "rubric/"),
        rubric_data(
            played,
            scale=100,
            decimals=0,
            **{
                f"line-{project.pk}-weight": 50,
                f"line-{project.pk}-curve": "own",
                f"line-{project.pk}-fall": 100,
                "curve-reason": "The cards were hard",
            },
        ),
    )

    project.refresh_from_db()
    assert answer.status_code == 302
    assert (project.weight, project.params, played.grade_book.lines.count()) == (50, {"curve": "own", "fall": 100}, 5)
    book = GradeBook.objects.get()
    assert (book.scale, book.decimals, book.shows_distribution) == (100, 0, False)
    assert Mark.objects.get(line=project, user=student()).points == 9167


def test_lines_are_moved_removed_and_added_by_buttons(played, claire):
    quiz, survey = line_of(played, "quiz"), line_of(played, "survey")
    claire.post(at(played, "rubric/"), rubric_data(played, do=f"up-{quiz.pk}"))
    assert kinds(played) == ["project", "objectives", "quiz", "participation", "survey"]
    claire.post(at(played, "rubric/"), rubric_data(played, do=f"down-{quiz.pk}"))
    assert kinds(played) == ["project", "objectives", "participation", "quiz", "survey"]

    claire.post(at(played, "rubric/"), rubric_data(played, **{f"line-{survey.pk}-remove": "on"}))
    assert kinds(played) == ["project", "objectives", "participation", "quiz"]

    added = {"do": "add", "new-kind": "manual", "new-title": "Talk"}
    claire.post(at(played, "rubric/"), rubric_data(played, **added))
    assert kinds(played) == ["project", "objectives", "participation", "quiz", "manual"]


def test_a_refused_rubric_keeps_what_was_typed(played, claire):
    project = line_of(played, "project")

    answer = claire.post(
        at(played, "rubric/"),
        rubric_data(played, **{f"line-{project.pk}-weight": 1001, f"line-{project.pk}-title": "Targets <b>"}),
    )

    project.refresh_from_db()
    assert (answer.status_code, project.weight, project.title) == (422, 30, "")
    assert 'value="1001"' in answer.content.decode()
    assert "Targets &lt;b&gt;" in answer.content.decode()


def test_removing_a_line_with_marks_by_hand_asks_first(played, claire):
    objectives = line_of(played, "objectives")
    mark_set(line=objectives, user_id=student().pk, points=1, reason="x", by=played.created_by)
    gone = {f"line-{objectives.pk}-remove": "on"}

    refused = claire.post(at(played, "rubric/"), rubric_data(played, **gone))
    assert (refused.status_code, len(kinds(played))) == (409, 5)
    assert 'name="sure"' in refused.content.decode()

    claire.post(at(played, "rubric/"), rubric_data(played, sure="1", **gone))
    assert kinds(played) == ["project", "participation", "quiz", "survey"]


def test_a_column_is_pasted_checked_and_stored(played, claire):
    line = played.grade_book.lines.create(kind="manual", title="Talk", weight=10, position=9)
    Enrolment.objects.filter(user=student()).update(student_number="77")
    text = "77\t14,5\nother-01@example.org; 12\nnobody, 3\nStudent-02 25\n\n77 3\nOther-02\t"
    path = at(played, f"lines/{line.pk}/")

    assert "Other-01\t\nOther-02\t\nStudent-01\t" in claire.get(path).context["form"].initial["text"]

    checked = claire.post(path, {"text": text, "reason": "Talk", "do": "check"})

    faults = [(each.number, bool(each.fault)) for each in checked.context["lines"]]
    assert faults == [(1, False), (2, False), (3, True), (4, True), (6, True)]
    assert Mark.objects.filter(line=line, changed_points__isnull=False).count() == 0

    answer = claire.post(path, {"text": text, "reason": "Talk", "do": "save"}, follow=True)

    assert "2 marks are stored. 3 lines were left out." in answer.content.decode()
    stored = Mark.objects.filter(line=line).values_list("user__username", "changed_points", "changed_reason")
    assert sorted(stored) == [("other-01", 6000, "Talk"), ("student-01", 7250, "Talk")]
    assert "Other-01\t12.00\nOther-02\t\nStudent-01\t14.50" in claire.get(path).context["form"].initial["text"]


def test_files_are_sent_with_their_names(played, claire):
    grades_publish(play_session=played, incomplete=True)
    mark_set(line=line_of(played, "project"), user_id=student().pk, points=0, reason="x", by=played.created_by)

    moodle = claire.get(at(played, "files/moodle.csv") + "?by=username")
    now = claire.get(at(played, "files/moodle.csv") + "?by=username&of=now")

    assert moodle["Content-Disposition"] == 'attachment; filename="moodle-tuesday-workshop.csv"'
    assert moodle["Content-Type"] == "text/csv; charset=utf-8"
    assert "student-01,Student-01,15.0" in moodle.content.decode()
    assert "student-01,Student-01,0.0" in now.content.decode()
    research = claire.post(at(played, "files/research.zip"), {"names": "1"})
    assert research["Content-Disposition"] == 'attachment; filename="research-names-tuesday-workshop.zip"'
    assert b"".join(research.streaming_content)[:2] == b"PK"


def test_the_page_of_files_names_who_would_be_left_out(played, claire):
    User.objects.filter(username="other-02").update(email="")

    text = " ".join(claire.get(at(played, "files/")).content.decode().split())

    assert "1 student has none that a file can hold and is left out: Other-02" in text
    assert "4 students have none that a file can hold and are left out:" in text
