"""Pages of grades: who may open them, the table, and single marks."""

import pytest
from django.test import Client

from classrooms.assess.grading.queries.tables import tables_of
from classrooms.assess.grading.rubric import book_ensure
from classrooms.assess.grading.services.grades import grades_compute, mark_set
from classrooms.assess.grading.services.publishing import grades_publish
from classrooms.models import GradeBook, Mark, SessionTeam, User
from games.models import Job
from games.platform.work import outbox
from games.platform.work.jobs import do_job
from tests.classrooms.assess.grading.sessions import (
    at,
    end,
    line_of,
    matches_of,
    people,
    session_with,
    signed_in,
    student,
)
from tests.classrooms.factories import course_of, enrol
from tests.games.factories import NOW, person
from tests.site.html import Page

pytestmark = pytest.mark.django_db


STAFF_PATHS = ("", "publish/", "rubric/", "files/", "files/moodle.csv", "files/canvas.csv", "files/grades.xlsx",
               "files/grades.json")  # fmt: skip


def mark_path(play_session):
    return f"lines/{line_of(play_session, 'project').pk}/{student().pk}/"


def test_only_those_who_grade_open_pages_of_grades(played):
    course = played.course
    people_by_role = {role: enrol(course, person(role), role) for role in ("instructor", "assistant", "observer")}
    visitors = {
        "anonymous": Client(),
        "stranger": signed_in(person("stranger")),
        "elsewhere": signed_in(course_of(person("dora")).enrolments.get().user),
        "student": signed_in(student()),
        **{role: signed_in(user) for role, user in people_by_role.items()},
    }
    expected = {"anonymous": 302, "stranger": 404, "elsewhere": 404, "student": 403, "assistant": 403,
                "observer": 403, "instructor": 200}  # fmt: skip
    for path in (*STAFF_PATHS, mark_path(played)):
        found = {who: client.get(at(played, path)).status_code for who, client in visitors.items()}
        assert found == expected, path
    for path, done in (("compute/", 302), ("files/research.zip", 200)):
        posted = {who: client.post(at(played, path)).status_code for who, client in visitors.items()}
        assert posted == expected | {"instructor": done}, path


@pytest.mark.parametrize("path", ["grade/", "mates/"])
def test_only_students_of_the_course_open_their_own_pages(played, path):
    course = played.course
    visitors = {
        "anonymous": Client(),
        "stranger": signed_in(person("stranger")),
        "student": signed_in(student()),
        **{role: signed_in(enrol(course, person(role), role)) for role in ("instructor", "assistant", "observer")},
    }

    found = {who: client.get(f"/sessions/{played.pk}/{path}").status_code for who, client in visitors.items()}

    assert found == {"anonymous": 302, "stranger": 404, "student": 200, "instructor": 403, "assistant": 403,
                     "observer": 403}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("path", ["", "publish/", "rubric/", "files/", "mark"])
def test_pages_are_sound_in_both_languages(played, claire, path, language):
    path = mark_path(played) if path == "mark" else path

    answer = claire.get(at(played, path), headers={"accept-language": language})

    page = Page(answer.content.decode())
    assert (answer.status_code, page.language, page.headings, page.inline, page.twice) == (200, language, 1, [], set())


@pytest.mark.parametrize("path", ["grade/", "mates/"])
@pytest.mark.parametrize("published", [False, True])
def test_pages_of_students_are_sound(played, path, published):
    if published:
        grades_publish(play_session=played, incomplete=True)
    book_ensure(play_session=played).lines.create(kind="peer", weight=10)

    page = Page(signed_in(student()).get(f"/sessions/{played.pk}/{path}").content.decode())

    assert (page.headings, page.inline, page.twice) == (1, [], set())


@pytest.mark.parametrize("path", ["", "rubric/", "publish/", "files/", "appeals/", "platform/"])
def test_a_session_without_a_rubric_offers_the_usual_one(played, path):
    GradeBook.objects.all().delete()
    claire = signed_in(played.created_by)

    page = claire.get(at(played, path)).content.decode()

    assert "This session has no rubric yet." in page
    assert not GradeBook.objects.exists()
    begun = claire.post(at(played, "rubric/"), {"do": "begin"}, follow=True)
    assert [form.line.kind for form in begun.context["forms"].lines] == ["project", "participation", "quiz", "survey"]
    assert "This session has no rubric yet." not in claire.get(at(played, path)).content.decode()


def test_marks_that_are_being_computed_are_announced_and_follow(played):
    claire, match = signed_in(played.created_by), matches_of(played)[0]
    outbox.job_request(kind="grades", match=match, now=NOW, again=True)

    pages = [claire.get(at(played, path)).content.decode() for path in ("", "publish/")]
    assert do_job(Job.objects.get(kind="grades", match=match).pk)

    assert ["are being computed" in page for page in pages] == [True, True]
    assert "hx-trigger" in pages[0].partition('id="g-all"')[2].partition(">")[0]
    assert "are being computed" not in claire.get(at(played, "")).content.decode()


def test_a_rehearsal_has_no_grades():
    play_session = session_with(people(1), is_rehearsal=True)
    claire = signed_in(play_session.created_by)

    assert "A rehearsal counts nowhere" in claire.get(at(play_session)).content.decode()
    assert claire.post(at(play_session, "compute/")).status_code == 409
    assert "A rehearsal counts" in signed_in(student()).get(f"/sessions/{play_session.pk}/grade/").content.decode()
    assert GradeBook.objects.count() == 0


def shown_rows(answer):
    return [row.user.username for row in answer.context["rows"]]


def test_the_table_is_filtered_and_sorted(played, claire):
    line = line_of(played, "project")
    mark_set(line=line, user_id=student(2).pk, points=1000, reason="Away", by=played.created_by)
    enrol(played.course, person("zoe"))
    everybody = ["other-01", "other-02", "student-01", "student-02", "zoe"]

    assert shown_rows(claire.get(at(played))) == everybody
    assert shown_rows(claire.get(at(played) + "?team=Team 2")) == ["other-01", "other-02"]
    assert shown_rows(claire.get(at(played) + "?q=STUDENT-0&sort=best")) == ["student-01", "student-02"]
    assert shown_rows(claire.get(at(played) + "?sort=worst"))[:2] == ["student-02", "student-01"]
    assert shown_rows(claire.get(at(played) + "?show=by_hand")) == ["student-02"]
    assert shown_rows(claire.get(at(played) + "?show=missing")) == ["zoe"]
    assert shown_rows(claire.get(at(played) + "?show=gaps")) == everybody
    assert shown_rows(claire.get(at(played) + "?show=nonsense&sort=nonsense&team=nowhere")) == []
    assert "No student fits this choice." in claire.get(at(played) + "?q=nobody").content.decode()


def test_the_table_shows_marks_states_and_what_is_awaited(played, claire):
    text = " ".join(claire.get(at(played)).content.decode().split())

    assert "15.00" in text
    assert "match over" in text
    assert "Bots play 1,000 matches" in text
    assert "Hidden, since this session has nothing for them: Quiz, Survey done." in text


def test_a_mark_opens_to_its_facts_and_where_they_come_from(played, claire):
    match = matches_of(played)[0]

    answer = claire.get(at(played, mark_path(played)))

    text = answer.content.decode()
    assert "Team 1, Duration: 475, target 380 missed by 95: 25.0 % of its share." in text
    assert "Team 1, Cost: 135, target 135 met: all of its share." in text
    for link in (f"/matches/{match.pk}/", f"/matches/{match.pk}/replay/", f"/matches/{match.pk}/debrief/"):
        assert f'href="{link}"' in text


def test_a_mark_is_set_by_hand_and_taken_back(played, claire):
    path = at(played, mark_path(played))

    answer = claire.post(path, {"points": "12,5", "reason": "Was ill in the last hour"}, follow=True)

    assert "Set by hand: <b>12.50</b> of 20." in " ".join(answer.content.decode().split())
    mark = Mark.objects.get(line__kind="project", user=student())
    assert (mark.points, mark.changed_points, mark.changed_by) == (7500, 6250, played.created_by)

    answer = claire.post(path, {"do": "back"}, follow=True)

    mark.refresh_from_db()
    assert (mark.points, mark.changed_points) == (7500, None)
    history = [kind for kind in ("taken back", "set by hand") if kind in answer.content.decode()]
    assert history == ["taken back", "set by hand"]


@pytest.mark.parametrize(
    ("posted", "said"),
    [
        ({"points": "21", "reason": "x"}, "Enter a mark from 0 to 20"),
        ({"points": "", "reason": "x"}, "required"),
        ({"points": "5", "reason": " "}, "required"),
        ({"points": "5", "reason": "x" * 301}, "300"),
    ],
)
def test_a_refused_change_keeps_what_was_typed_and_stores_nothing(played, claire, posted, said):
    answer = claire.post(at(played, mark_path(played)), posted)

    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert f'value="{posted["points"]}"' in answer.content.decode() or not posted["points"]
    assert Mark.objects.filter(changed_points__isnull=False).count() == 0


def test_marks_of_other_sessions_and_people_are_not_there(played, claire):
    third = people(1, "third")
    other = session_with(third, course=course_of(person("dora"), third))
    grades_compute(play_session=other)
    theirs = line_of(other, "project")

    answers = [
        claire.get(at(played, f"lines/{theirs.pk}/{student().pk}/")),
        claire.get(at(played, f"lines/{line_of(played, 'project').pk}/{User.objects.get(username='third-01').pk}/")),
        claire.get(at(played, f"lines/{line_of(played, 'project').pk}/")),
        claire.get(at(played, "files/other.csv")),
    ]

    assert [answer.status_code for answer in answers] == [404] * 4


def test_the_number_of_queries_does_not_grow_with_students_or_teams(
    played, claire, django_assert_max_num_queries, django_assert_num_queries
):
    large = session_with(*[people(6, f"team{number}") for number in range(3)], course=played.course)
    for match in matches_of(large):
        end(match, (5,) * 6)
    grades_compute(play_session=large)
    claire.get(at(played))
    with django_assert_max_num_queries(30) as one:
        claire.get(at(played))
    count = len(one)
    claire.get(at(large))
    with django_assert_num_queries(count):
        claire.get(at(large))


def test_each_table_is_read_with_its_own_scenario(played):
    course = played.course
    three = session_with(*[people(6, f"team{number}") for number in range(3)], course=course)
    other = matches_of(three)[1]
    other.scenario = other.scenario + " "
    other.save(update_fields=["scenario"])
    SessionTeam.objects.create(session=three, name="Without a match", position=9)

    found = [(table.team.name, table.match and table.match.scenario) for table in tables_of(three)]

    wanted = [(row.name, row.match and row.match.scenario) for row in three.session_teams.order_by("position", "pk")]
    assert found == wanted
    assert len({text for _name, text in found}) == 3
