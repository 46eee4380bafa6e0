"""Published marks stay as they are. A change of the rubric changes the next publication only."""

import re
from datetime import timedelta

import pytest

from classrooms.assess.grading.criteria import points_of
from classrooms.assess.grading.drawing import bars_of
from classrooms.assess.grading.points import weighted
from classrooms.assess.grading.queries.distribution import distribution, published
from classrooms.assess.grading.queries.mark_table import mark_table_of
from classrooms.assess.grading.rubric import book_ensure
from classrooms.assess.grading.services.grades import column_set, grades_compute, mark_set
from classrooms.assess.grading.services.publishing import (
    GradesIncomplete,
    NothingToPublish,
    differences,
    grades_publish,
)
from classrooms.assess.grading.services.rubric_changes import LineChange, MarksByHand, rubric_save
from classrooms.models import Mark, MarkChange, PublishedGrade, RoleScores, RubricLine
from games.platform.errors import BadRequest
from tests.classrooms.assess.grading.sessions import BOTS, ENDED, bots_scored, end, matches_of, people, session_with
from tests.classrooms.factories import enrol
from tests.games.factories import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    """Eight teams of one; owners' scores are 10 to 80, team 1 missed one target by half."""
    play_session = session_with(*[[owner] for owner in people(8)])
    for number, match in enumerate(matches_of(play_session), start=1):
        end(match, (10 * number, 50, 50, 50, 50, 50), (570, 135, 20) if number == 1 else (380, 135, 20))
    bots_scored(play_session, *BOTS)
    grades_compute(play_session=play_session, now=ENDED)
    return play_session


def finals(play_session):
    return {row.user.username: row.final for row in mark_table_of(play_session).rows}


def told(play_session):
    rows = PublishedGrade.objects.filter(book__session=play_session).order_by("user__username")
    return {row.user.username: (row.final, row.previous_final) for row in rows.select_related("user")}


def change_of(line, **more):
    return LineChange(**{"line_id": line.pk, "title": line.title, "weight": line.weight, "params": line.params, **more})


def save(play_session, **more):
    book = book_ensure(play_session=play_session)
    usual = {"scale": book.scale, "decimals": book.decimals, "shows_distribution": False}
    lines = [change_of(line) for line in book.lines.all()]
    return rubric_save(play_session=play_session, **{**usual, "lines": lines, **more})


def test_the_final_mark_is_the_weighted_mean_of_the_lines_that_have_points(played):
    # Nothing was played: taking part is left out. (30 x 10000 + 30 x 1875) / 60 = 5937.5, of 20: 11.875
    assert finals(played)["student-02"] == "11.9"
    rows = {row.user.username: row for row in mark_table_of(played).rows}
    assert [cell.value for cell in rows["student-01"].cells] == ["13.33", "3.00", ""]
    assert rows["student-01"].final == "8.2"
    assert [line.kind for line in rows["student-01"].left_out] == ["participation"]


def test_lines_without_a_source_are_hidden(played):
    sheet = mark_table_of(played)

    assert [line.kind for line in sheet.lines] == ["project", "objectives", "participation"]
    assert [line.kind for line in sheet.hidden] == ["quiz", "survey"]
    assert sheet.total == 85


def test_students_are_told_what_was_published_until_it_is_published_again(played):
    grades_publish(play_session=played, now=ENDED)
    before = told(played)
    assert before == {name: (final, "") for name, final in finals(played).items()}

    mark = Mark.objects.get(line__kind="objectives", user__username="student-01")
    mark_set(line=mark.line, user_id=mark.user_id, points=10000, reason="Ill", by=played.created_by)
    end(matches_of(played)[1], (5, 50, 50, 50, 50, 50))
    grades_compute(play_session=played)
    assert told(played) == before

    found = grades_publish(play_session=played, now=ENDED + timedelta(days=1))

    # The owner of team 1 keeps the mark set by hand; that of team 2 has the least that there is.
    assert [(each.row.user.username, each.before, each.row.final, each.moves) for each in found] == [
        ("student-01", "8.2", "16.7", True),
        ("student-02", "11.9", "11.5", True),
    ]
    assert told(played) == before | {"student-01": ("16.7", "8.2"), "student-02": ("11.5", "11.9")}
    changed = PublishedGrade.objects.filter(changed_at__isnull=False).values_list("user__username", "changed_at")
    assert set(changed) == {("student-01", ENDED + timedelta(days=1)), ("student-02", ENDED + timedelta(days=1))}


def test_what_was_published_can_be_worked_out_again_from_itself(played):
    mark = Mark.objects.get(line__kind="project", user__username="student-01")
    mark_set(line=mark.line, user_id=mark.user_id, points=9000, reason="Ill", by=played.created_by)

    grades_publish(play_session=played, now=ENDED)

    content = PublishedGrade.objects.get(user__username="student-01").content
    worked_out = [
        line["points"] if "changed" in line else points_of(line["kind"], line["params"], line["facts"])
        for line in content["lines"]
    ]
    assert worked_out == [line["points"] for line in content["lines"]] == [9000, 1500, None]
    assert content["lines"][0]["changed"] == {"computed": 6667, "reason": "Ill"}
    assert weighted(zip([30, 30, 25], worked_out, strict=True)) * 20 == 10.5


def test_publishing_again_without_a_change_tells_nobody(played):
    assert len(grades_publish(play_session=played, now=ENDED)) == 8

    assert grades_publish(play_session=played, now=ENDED) == []
    assert differences(mark_table_of(played)) == []


def test_nothing_is_published_where_nobody_has_a_mark():
    play_session = session_with(people(2))

    with pytest.raises(NothingToPublish):
        grades_publish(play_session=play_session)

    assert PublishedGrade.objects.count() == 0


def test_marks_that_wait_for_bots_are_published_only_on_purpose():
    play_session = session_with(people(1))
    end(matches_of(play_session)[0], (5,) * 6)

    with pytest.raises(GradesIncomplete):
        grades_publish(play_session=play_session)
    assert PublishedGrade.objects.count() == 0

    grades_publish(play_session=play_session, incomplete=True)
    assert told(play_session) == {"student-01": ("20.0", "")}
    RoleScores.objects.update(scores=[[9, *[5] * 5, 1, 1, 1]] * 6, made_at=ENDED)
    grades_publish(play_session=play_session)
    assert told(play_session) == {"student-01": ("15.0", "20.0")}


def test_another_weight_and_scale_change_the_marks_at_once(played):
    book = played.grade_book
    lines = [change_of(line, weight=0 if line.kind == "objectives" else 7) for line in book.lines.all()]

    save(played, scale=100, decimals=0, lines=lines)

    assert finals(played) == {"student-01": "67"} | {f"student-0{n}": "100" for n in range(2, 9)}


def test_another_rule_for_targets_is_worked_out_anew(played):
    lines = [change_of(line, params={"curve": "own", "fall": 100}) if line.kind == "project" else change_of(line)
             for line in played.grade_book.lines.all()]  # fmt: skip

    save(played, lines=lines, reason="The cards were hard")

    mark = Mark.objects.get(line__kind="project", user__username="student-01")
    assert mark.points == 8333
    assert list(MarkChange.objects.values_list("kind", "points")) == [("computed", 8333)]


def test_lines_are_added_moved_and_removed(played):
    lines = list(played.grade_book.lines.all())

    save(played, lines=[change_of(line) for line in [lines[2], lines[0], lines[1]]], removed=[lines[3].pk, lines[4].pk],
         add=("manual", " Talk "))  # fmt: skip

    assert [(line.kind, line.title, line.position) for line in RubricLine.objects.all()] == [
        ("participation", "", 0),
        ("project", "", 1),
        ("objectives", "", 2),
        ("manual", "Talk", 3),
    ]


def test_a_line_that_somebody_added_meanwhile_stays(played):
    lines = [change_of(line) for line in played.grade_book.lines.all()]
    save(played, add=("manual", "Talk"))

    save(played, lines=lines)

    assert RubricLine.objects.filter(title="Talk").count() == 1


@pytest.mark.parametrize(
    ("add", "field"), [(("project", ""), "Kind"), (("manual", "  "), "Title"), (("nonsense", "x"), "Kind")]
)
def test_a_line_that_is_there_or_has_no_name_is_not_added(played, add, field):
    with pytest.raises(BadRequest) as refused:
        save(played, add=add)

    assert refused.value.params["field"] == field
    assert RubricLine.objects.count() == 5


def test_grades_told_before_there_were_new_parts_of_a_content_do_not_differ_by_them(played):
    grades_publish(play_session=played, incomplete=True, now=ENDED)
    for row in PublishedGrade.objects.all():
        del row.content["smallest_share"], row.content["judged"]
        for line in row.content["lines"]:
            del line["when_nothing"]
        row.save()

    assert differences(mark_table_of(played)) == []
    PublishedGrade.objects.filter(user__username="student-02").update(content={**row.content, "scale": 10})
    assert [each.row.user.username for each in differences(mark_table_of(played))] == ["student-02"]


def test_marks_set_by_hand_are_not_lost_by_one_click(played):
    line = played.grade_book.lines.get(kind="objectives")
    mark_set(line=line, user_id=played.course.enrolments.filter(role="student").first().user_id, points=1,
             reason="Ill", by=played.created_by)  # fmt: skip

    with pytest.raises(MarksByHand, match="1 mark was set by hand"):
        save(played, removed=[line.pk])
    assert RubricLine.objects.filter(pk=line.pk).exists()

    save(played, removed=[line.pk], sure=True)
    assert not RubricLine.objects.filter(pk=line.pk).exists()


def test_a_line_by_hand_is_typed_for_many_at_once(played):
    save(played, add=("manual", "Talk"))
    line = RubricLine.objects.get(title="Talk")
    users = [row.enrolment.user_id for row in mark_table_of(played).rows]

    marks = column_set(line=line, points={users[0]: 7000, users[1]: 8000}, reason="Talks", by=played.created_by)
    column_set(line=line, points={users[0]: 7000, users[1]: 8500}, reason="Talks", by=played.created_by)
    grades_compute(play_session=played)

    assert [mark.changed_points for mark in marks] == [7000, 8000]
    assert mark_table_of(played).rows[0].cells[-1].value == "14.00"
    assert list(MarkChange.objects.order_by("pk").values_list("mark__user", "points")) == [
        (users[0], 7000),
        (users[1], 8000),
        (users[1], 8500),
    ]


@pytest.mark.parametrize(
    ("points", "reason"), [(10001, "x"), (-1, "x"), (5, ""), (5, "   "), (5, "x" * 301), (5, "a\nb")]
)
def test_a_change_by_hand_needs_a_reason_and_points_in_bounds(played, points, reason):
    line = played.grade_book.lines.get(kind="project")
    before = list(Mark.objects.order_by("pk").values())

    with pytest.raises(BadRequest):
        column_set(line=line, points={played.created_by_id: points}, reason=reason, by=played.created_by)

    assert list(Mark.objects.order_by("pk").values()) == before


def test_who_left_the_course_is_not_graded(played):
    played.course.enrolments.filter(user__username="student-08").update(left_at=ENDED)

    assert len(finals(played)) == 7


def test_how_marks_are_spread(played):
    sheet = mark_table_of(played)

    found = distribution(sheet.rows, sheet.book)

    # 8.2 11.9 13.1 14.4 15.6 16.9 18.1 19.4 of 20
    assert (found.all.count, found.all.mean, found.all.median) == (8, "14.7", "15.0")
    assert (found.all.lower, found.all.upper, found.all.least, found.all.most) == ("12.8", "17.2", "8.2", "19.4")
    assert [(bar.low, bar.high, bar.count) for bar in found.bars if bar.count] == [
        ("8", "10", 1), ("10", "12", 1), ("12", "14", 1), ("14", "16", 2), ("16", "18", 1), ("18", "20", 2),
    ]  # fmt: skip
    assert re.findall(r'<rect [^>]*height="(\d+)"', bars_of(found)) == ["75", "75", "75", "150", "75", "150"]
    assert [(team.name, team.count, team.mean) for team in found.teams][:2] == [
        ("Team 1", 1, "8.2"),
        ("Team 2", 1, "11.9"),
    ]


def test_the_spread_of_too_few_published_marks_is_not_shown():
    play_session = session_with(people(4))
    end(matches_of(play_session)[0], (5,) * 6)
    grades_publish(play_session=play_session, incomplete=True)
    assert published(play_session.grade_book) is None

    fifth = enrol(play_session.course, person("fifth"))
    line = play_session.grade_book.lines.get(kind="project")
    mark_set(line=line, user_id=fifth.pk, points=5000, reason="Other room", by=play_session.created_by)
    grades_publish(play_session=play_session, incomplete=True)

    assert published(play_session.grade_book).all.count == 5
