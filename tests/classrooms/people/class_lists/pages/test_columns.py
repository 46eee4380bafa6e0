"""A column of a class list in doubt: the page asks for its meaning, and the course remembers it, without scripts."""

import re
from html import unescape

import pytest

from classrooms.models import RosterImport
from tests.classrooms.factories import course_of
from tests.classrooms.people.class_lists.browsing import browser, notes_on, students, url
from tests.games.factories import person
from tests.site.html import steady

pytestmark = pytest.mark.django_db
GROUPS = "Nom;Prénom;Courriel;Groupe\nMartin;Zoé;zoe@example.org;G1\nPetit;Luc;luc@example.org;G2"


@pytest.fixture
def teacher():
    return person("claire")


@pytest.fixture
def course(teacher):
    return course_of(teacher)


@pytest.fixture
def client(teacher):
    return browser(teacher)


def asked(client, course, text, **more):
    return client.post(url("course-roster", course.pk), {"text": text} | more)


def answer(client, course, page, *columns, **more):
    (table,) = re.findall(r'name="table" value="([^"]+)"', page.content.decode())
    chosen = {f"column-{index}": column for index, column in enumerate(columns)}
    return client.post(url("course-roster", course.pk), {"table": unescape(table)} | chosen | more, follow=True)


def teams():
    return [line["team"] for line in RosterImport.objects.latest("pk").lines]


def test_a_group_is_asked_for_and_shown_with_the_first_people(client, course):
    page = asked(client, course, GROUPS)

    text = steady(page.content.decode())
    assert (page.status_code, RosterImport.objects.count()) == (200, 0)
    assert re.findall(r'<th scope="col" class="unsure">\s*<label for="([^"]+)"', text) == ["column-3"]
    assert re.findall(r'<option value="(\w*)" selected>', text) == ["last", "first", "email", "group"]
    assert ("zoe@example.org" in text, "Is the group a class group or a playing team?" in text) == (True, True)


@pytest.mark.parametrize(
    ("choice", "in_team", "told"),
    [("team", ["G1", "G2"], []), ("group", ["", ""], ["Class groups are not kept: Groupe"])],
)
def test_a_group_becomes_what_was_said_and_the_next_list_is_not_asked(client, course, choice, in_team, told):
    shown = answer(client, course, asked(client, course, GROUPS), "last", "first", "email", choice)
    assert (notes_on(shown), teams()) == (told, in_team)

    again = client.post(url("course-roster", course.pk), {"text": GROUPS.replace("Zoé", "Ana")}, follow=True)

    remembered = ["The columns are those that you chose for this course before."]
    assert (notes_on(again), teams()) == ([*told, *remembered], in_team)


def test_another_course_is_asked_anew(client, course, teacher):
    answer(client, course, asked(client, course, GROUPS), "last", "first", "email", "team")

    assert "column-3" in asked(client, course_of(teacher), GROUPS).content.decode()


def test_a_course_remembers_twelve_lists(client, course):
    for number in range(14):
        text = GROUPS.replace("Courriel", "Other" + "abcdefghijklmn"[number])
        answer(client, course, asked(client, course, text), "last", "first", "email", "group")

    course.refresh_from_db()
    assert (len(course.list_columns), list(course.list_columns)[-1]) == (12, "nom|prenom|othern|groupe")


def test_names_in_two_cells_without_headings_are_asked_and_never_swapped(client, course):
    page = asked(client, course, "Zoé;Martin\nLuc;Petit")
    assert page.content.decode().count('class="unsure"') == 2

    shown = answer(client, course, page, "first", "last")

    lines = RosterImport.objects.get().lines
    assert [(line["given_name"], line["family_name"]) for line in lines] == [("Zoé", "Martin"), ("Luc", "Petit")]
    assert shown.redirect_chain
    assert students(course) == []


def test_the_first_line_may_be_said_to_hold_headings_and_that_is_remembered(client, course):
    swedish = "Efternamn;Förnamn\nMartin;Zoé\nPetit;Luc"

    answer(client, course, asked(client, course, swedish), "last", "first", headings="1")
    assert [line["name"] for line in RosterImport.objects.get().lines] == ["Zoé Martin", "Luc Petit"]
    client.post(url("course-roster", course.pk), {"text": swedish + "\nRoux;Ana"})

    names = [line["name"] for line in RosterImport.objects.latest("pk").lines]
    assert names == ["Zoé Martin", "Luc Petit", "Ana Roux"]


def test_headings_that_a_person_named_stay_headings_when_the_choice_is_refused(client, course):
    refused = answer(client, course, asked(client, course, "Efternamn;Förnamn\nMartin;Zoé"), "", "", headings="1")

    answer(client, course, refused, "last", "first")

    assert [line["name"] for line in RosterImport.objects.get().lines] == ["Zoé Martin"]


def test_columns_can_be_chosen_where_nothing_is_in_doubt(client, course):
    page = asked(client, course, "Nom;Prénom\nMartin;Zoé", choose="1")

    assert 'name="column-1"' in page.content.decode()


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        (("", "", "email", ""), "Say which column holds the names."),
        (("last", "first", "email", "email"), "Only parts of a name can stand in several columns."),
        (("name", "first", "email", ""), "Choose full names or their parts, not both."),
        (("last", "first", "email", "rubbish"), "Say of each column what it is."),
        (("last", "first"), "Say of each column what it is."),
    ],
)
def test_a_choice_that_makes_no_list_is_refused_and_kept(client, course, columns, says):
    page = answer(client, course, asked(client, course, GROUPS), *columns)

    assert (page.status_code, says in page.content.decode(), RosterImport.objects.count()) == (422, True, 0)
    assert 'name="table"' in page.content.decode()


def test_a_page_of_another_course_or_by_another_hand_is_refused(client, course, teacher):
    page = asked(client, course, GROUPS)

    for other, table in ((course_of(teacher), None), (course, "rubbish")):
        sent = answer(client, other, page, "last", "first", "email", "team", **({"table": table} if table else {}))
        assert (sent.status_code, "Send the list again." in sent.content.decode()) == (422, True)
    assert RosterImport.objects.count() == 0


def test_the_choice_speaks_french(client, course, teacher):
    teacher.language = "fr"
    teacher.save()

    page = browser(teacher).get(url("course-roster", course.pk), headers={"accept-language": "fr"})
    asking = browser(teacher).post(url("course-roster", course.pk), {"text": GROUPS}, headers={"accept-language": "fr"})

    assert "Je veux dire ce que contient chaque colonne" in page.content.decode()
    assert "Que contiennent ces colonnes" in asking.content.decode()
