"""People of one name can be distinguished in every select, list and file of a course."""

import csv
import io
import zipfile
from collections import Counter

import pytest
from lxml import html as tree
from openpyxl import load_workbook

from classrooms.assess.grading.rubric import book_ensure
from classrooms.models import PublishedGrade, Team
from classrooms.play.sessions import services as sessions
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import NOW, person
from tests.matrix.addresses import addresses, filled, parameters
from tests.matrix.world import general_values

pytestmark = pytest.mark.django_db

NAME = "Léa Martin"
LEAST = 20
"""The least number of pages that must name one of them."""
NOT_ASKED = ("games:api", "classrooms:api")
BY_POST = {"classrooms:grades-research"}
"""Files that are made on request."""


def namesake(key, course, **more):
    user = person(key, display_name=more.pop("shown", NAME), email=more.pop("email", ""))
    return enrol(course, user, **more)


@pytest.fixture
def world():
    """Eight students of one name: some pairs share a team, some triples have a number. They have seats, marks and a
    draft.
    """
    teacher = person("teacher")
    course = course_of(teacher, join_open=True)
    people = [
        namesake("one", course, student_number="20261001"),
        namesake("two", course, student_number="20261002"),
        namesake("three", course, email="lea.martin.one@example.org"),
        namesake("four", course, email="lea.mercier@example.org"),
        namesake("five", course),
        namesake("six", course, shown="MARTIN Lea"),
        namesake("seven", course),
        namesake("eight", course),
    ]
    play_session = session_of(course, teams=[people[:3], people[3:5]], started=True)
    loose = Team.objects.create(course=course, name="Loose")
    loose.members.set(people[5:7])
    draft = sessions.session_create(course=course, by=teacher, title="Next", game=play_session.game, now=NOW)
    sessions.tables_choose(session_id=draft.pk, teams=list(course.teams.all()), others=0)
    sessions.plans_propose(session_id=draft.pk)
    book_ensure(play_session=draft)
    users = {"instructor": teacher, "student": people[0], "other": people[3]}
    values = general_values(course, play_session, users)
    book = play_session.grade_book
    for user in people[:3]:
        PublishedGrade.objects.get_or_create(
            book=book,
            user=user,
            defaults={"final": "12", "published_at": NOW, "content": {"scale": 20, "decimals": 1, "lines": []}},
        )
    return users, values, draft


def answers(client, values, about):
    """The successful responses at URLs with a parameter of `about`: (name of the URL, response)."""
    for name, route in addresses().items():
        left_open = set(parameters(route))
        if name.startswith(NOT_ASKED) or not left_open <= values.keys() or not about & left_open:
            continue
        answer = (client.post if name in BY_POST else client.get)(filled(route, values))
        if answer.status_code == 200:
            yield name, answer


def body_of(answer):
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def words(element):
    return " ".join(element.text_content().split())


def faults_of_page(name, html):
    if not html.strip():
        return
    page = tree.fromstring(html)
    for select in page.iter("select"):
        options = Counter((option.getparent().get("label", ""), words(option)) for option in select.iter("option"))
        yield from ((name, "select", *option) for option, times in options.items() if times > 1 and option[1])
    for holder in page.iter("ul", "ol", "tbody"):
        rows = Counter(words(row) for row in holder if row.tag in ("li", "tr"))
        yield from ((name, "row", row) for row, times in rows.items() if times > 1 and is_named(row))


def is_named(text):
    return NAME in text or "MARTIN Lea" in text


def rows_of_file(name, answer):
    kind, body = answer.headers["Content-Type"], body_of(answer)
    if kind.startswith("text/csv"):
        yield from (tuple(row) for row in csv.reader(io.StringIO(body.decode("utf-8-sig"))))
    elif "spreadsheet" in kind:
        for sheet in load_workbook(io.BytesIO(body), read_only=True):
            yield from sheet.iter_rows(values_only=True)
    elif kind == "application/zip":
        with zipfile.ZipFile(io.BytesIO(body)) as packed:
            for file in packed.namelist():
                if file.endswith(".csv"):
                    text = packed.read(file).decode("utf-8-sig")
                    yield from ((file, *row) for row in csv.reader(io.StringIO(text)))


@pytest.mark.parametrize("who", ["instructor", "student"])
def test_no_select_list_or_file_shows_two_people_alike(client, world, who):
    users, values, draft = world
    client.force_login(users[who])
    seen, faults = 0, []
    places = [
        (values, set(values)),
        (values | {"session_id": draft.pk, "number": 2}, {"session_id"}),
        (values | {"name": "students"}, {"name"}),
    ]
    for place, about in places:
        for name, answer in answers(client, place, about):
            if answer.headers["Content-Type"].startswith("text/html"):
                html = body_of(answer).decode()
                seen += is_named(html)
                faults += faults_of_page(name, html)
            else:
                rows = Counter(row for row in rows_of_file(name, answer) if is_named(" ".join(map(str, row))))
                faults += [(name, "file", row) for row, times in rows.items() if times > 1]

    assert faults == []
    assert seen >= (LEAST if who == "instructor" else 5)


def test_the_page_before_seats_go_to_bots_names_two_people(client, world):
    users, values, _draft = world
    client.force_login(users["instructor"])

    asked = client.post(f"/sessions/{values['session_id']}/tables/{values['table_id']}/bots/")

    names = [name for line in asked.context["lines"] for name, _seen in line.people]
    assert sorted(names) == [f"{NAME} (no number)", f"{NAME} (number ends in 001)", f"{NAME} (number ends in 002)"]
