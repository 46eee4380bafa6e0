"""Access to each page of a course, and the validity of each page in both languages."""

import pytest

from classrooms.models import RosterImport, Team
from classrooms.people.class_lists.services.invitations import invitation_create
from tests.classrooms.factories import course_of, enrol
from tests.classrooms.people.class_lists.browsing import browser, url, with_students
from tests.games.factories import NOW, person
from tests.site.html import Page

pytestmark = pytest.mark.django_db


GET = [
    "course",
    "course-settings",
    "course-people",
    "course-roster",
    "course-links",
    "course-links-file",
    "course-teams",
]


GET += ["course-lot", "course-invitations", "course-qr"]


LOOK = {"course", "course-people", "course-teams", "course-qr"}


POST = ["course-archive", "course-code", "course-person-add", "course-team-new", "course-team-moves"]


OF_PERSON = ["course-person-remove", "course-person-put-back", "course-person-replace", "course-person-link"]


OF_PERSON += ["course-person-merge", "course-person-erase", "course-staff-remove"]


def addresses(course, student, roster, team, invitation):
    """Every URL of a course with its method."""
    for name in GET:
        yield name, "get", url(name, course.pk)
    for name in POST:
        yield name, "post", url(name, course.pk)
    for name in OF_PERSON:
        yield name, "post", url(name, course.pk, student.pk)
    yield "course-person", "get", url("course-person", course.pk, student.pk)
    yield "course-person-data", "get", url("course-person-data", course.pk, student.pk)
    yield "course-roster-list", "get", url("course-roster-list", course.pk, roster.pk)
    yield "course-team", "post", url("course-team", course.pk, team.pk)
    yield "course-invitation-withdraw", "post", url("course-invitation-withdraw", course.pk, invitation.pk)


@pytest.fixture
def everything(course, teacher):
    student = with_students(course, "Léa Moreau")[0]
    roster = RosterImport.objects.get()
    team = Team.objects.create(course=course, name="Keystone")
    invitation = invitation_create(by=teacher, course=course, role="observer", now=NOW)
    return list(addresses(course, student, roster, team, invitation))


def answer_of(client, method, address):
    return getattr(client, method)(address).status_code


@pytest.mark.parametrize(
    ("role", "looks", "others"),
    [("observer", 200, 403), ("assistant", 200, 403), ("student", 403, 403), (None, 404, 404)],
)
def test_members_look_by_their_rights_and_strangers_find_nothing(course, everything, role, looks, others):
    visitor = enrol(course, person(), role) if role else person()
    client = browser(visitor)

    wanted = {name: looks if name in LOOK else others for name, _method, _address in everything}
    assert {name: answer_of(client, method, address) for name, method, address in everything} == wanted


def test_who_left_the_course_finds_nothing(course, everything):
    client = browser(enrol(course, person(), "instructor", left_at=NOW))

    assert {answer_of(client, method, address) for _name, method, address in everything} == {404}


def test_an_instructor_of_another_course_finds_nothing(everything):
    client = browser(course_of(person()).enrolments.get().user)

    assert {answer_of(client, method, address) for _name, method, address in everything} == {404}


def test_who_is_not_signed_in_is_asked_to(everything):
    client = browser()

    for _name, method, address in everything:
        answer = getattr(client, method)(address)
        assert (answer.status_code, answer.headers["Location"].split("?")[0]) == (302, "/sign-in/")


def test_an_address_of_another_course_s_thing_is_not_found(client, course, everything):
    other = course_of(person())
    student = with_students(other, "Far Away")[0]
    team = Team.objects.create(course=other, name="Far")
    for name, thing in (("course-person", student), ("course-team", team), ("course-person-erase", student)):
        assert client.post(url(name, course.pk, thing.pk), {"action": "delete"}).status_code == 404
    assert (
        client.get(url("course-roster-list", course.pk, RosterImport.objects.get(course=other).pk)).status_code == 404
    )


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_page_is_sound_in_both_languages(client, everything, language):
    client.post("/language/", {"language": language, "next": "/"})
    pages = [address for name, method, address in everything if method == "get" and "svg" not in address]
    pages += ["/courses/", "/courses/new/", "/account/data/", "/account/"]
    for address in pages:
        answer = client.get(address)
        if answer.headers["Content-Type"].startswith("text/html"):
            page = Page(answer.content.decode())
            assert (address, page.language, page.headings, page.inline, page.twice) == (address, language, 1, [], set())


def test_links_to_courses_are_on_every_page_for_those_who_run_some(course, teacher):
    student = enrol(course, person())
    seen = {}
    for name, user in (("teacher", teacher), ("student", student), ("nobody", None)):
        page = browser(user).get("/rules/").content.decode()
        seen[name] = [address for address in ("/courses/", "/sessions/") if f'href="{address}"' in page]

    assert seen == {"teacher": ["/courses/", "/sessions/"], "student": [], "nobody": []}
