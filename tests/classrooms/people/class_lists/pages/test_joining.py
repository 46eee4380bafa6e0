"""Students join by a code or a personal link, and a guest is merged into an account."""

import pytest
from django.test import Client
from django.urls import reverse

from classrooms.models import Enrolment, User
from classrooms.people.access.throttling import may_go_on
from classrooms.people.class_lists.views import join as courses_join
from games.platform.services.guests import guest_create, return_token
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import person
from tests.games.web.forms import form_in, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def course():
    return course_of(person("claire"), join_open=True, join_code="KBX472")


@pytest.fixture
def client():
    return Client()


def join(course, code=None):
    return reverse("classrooms:course-join", args=[code or course.join_code])


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def test_who_has_no_account_joins_with_a_name_and_gets_a_link(client, course):
    page = client.get(join(course)).content.decode()

    answer = client.post(join(course), {"name": " Zoé  Petit ", "email": "zoe@example.org"})

    row = Enrolment.objects.get(course=course, role="student")
    assert ("Site management" in page, row.user.display_name, row.user.email) == (True, "Zoé Petit", "zoe@example.org")
    assert f"http://testserver/back/{return_token(row.user)}/" in answer.content.decode()
    assert client.get("/account/").context["user"] == row.user


def test_the_code_is_read_whatever_its_case(client, course):
    assert client.get(join(course, "kbx472")).status_code == 200


def test_an_account_joins_with_a_button(course):
    lea = person("lea")
    client = signed_in(lea)

    assert "join-account" in client.get(join(course)).content.decode()
    answer = client.post(join(course))

    assert (answer.status_code, answer.headers["Location"]) == (302, "/games/")
    assert list(course.enrolments.filter(role="student").values_list("user", flat=True)) == [lea.pk]


def test_members_go_on_where_they_belong(course):
    lea, claire = enrol(course, person("lea")), course.enrolments.get(role="instructor").user

    assert signed_in(lea).get(join(course)).headers["Location"] == "/games/"
    assert signed_in(claire).get(join(course)).headers["Location"] == reverse("classrooms:course", args=[course.pk])


@pytest.mark.parametrize("wrong", [{"name": ""}, {"name": "x" * 81}, {"name": "a\u202eb"}, {"email": "x"}])
def test_what_cannot_be_is_refused_and_kept(client, course, wrong):
    answer = client.post(join(course), {"name": "Zoé", "email": "z@b.org", **wrong})

    assert (answer.status_code, User.objects.filter(is_guest=True).count()) == (422, 0)
    assert ('value="Zoé"' in answer.content.decode()) is ("name" not in wrong)


def test_a_closed_code_says_so_and_an_unknown_one_is_not_found(client, course):
    type(course).objects.update(join_open=False)

    assert (client.get(join(course)).status_code, client.post(join(course), {"name": "Zoé"}).status_code) == (410, 410)
    assert client.get(join(course, "NOSUCH")).status_code == 404
    assert User.objects.filter(is_guest=True).count() == 0


def test_who_tries_many_codes_is_stopped_and_a_class_behind_one_address_is_not(client, course, monkeypatch):
    monkeypatch.setattr(courses_join, "WRONG_CODES", 3)
    codes = [client.get(join(course, f"WRONG{n}")).status_code for n in range(4)]

    assert (set(codes[:3]), codes[3]) == ({404}, 429)
    assert {Client().post(join(course), {"name": f"Student {n}"}).status_code for n in range(45)} == {200}


def test_limits_count_by_what_is_done():
    assert [may_go_on("a", limit=2, seconds=60) for _time in range(3)] == [True, True, False]
    assert may_go_on("b", limit=2, seconds=60) is True


def test_the_link_of_a_guest_offers_the_account_to_be_that_person(course):
    guest, lea = enrol(course, guest_create(display_name="Zoé")), person("lea")
    room = session_of(course, teams=[[guest]], started=True)
    match = room.session_teams.get().match
    link = f"/back/{return_token(guest)}/"
    client = signed_in(lea)

    answer = send(client, form_in(client.get(link).content.decode(), "this-is-me"))

    assert answer.headers["Location"] == f"/sessions/{room.pk}/"
    assert match.seats.get(index=0).holders.get().user == lea
    assert (User.objects.filter(pk=guest.pk).exists(), client.get(link).status_code) == (False, 410)


def test_nobody_is_merged_without_the_link_or_without_signing_in(course, client):
    guest, lea = enrol(course, guest_create(display_name="Zoé")), person("lea")
    address = reverse("classrooms:guest-merge", args=[return_token(guest)])

    assert "this-is-me" not in client.get(f"/back/{return_token(guest)}/").content.decode()
    assert client.post(address).headers["Location"].startswith("/sign-in/")
    assert signed_in(lea).get(address).headers["Location"] == f"/back/{return_token(guest)}/"
    assert signed_in(lea).post(reverse("classrooms:guest-merge", args=["forged"])).status_code == 410
    assert User.objects.filter(pk=guest.pk).exists()


def test_a_guest_who_opens_their_own_link_stays_who_they_are(course):
    guest = enrol(course, guest_create(display_name="Zoé"))
    client = signed_in(guest)

    assert "this-is-me" not in client.get(f"/back/{return_token(guest)}/").content.decode()
    client.post(reverse("classrooms:guest-merge", args=[return_token(guest)]))

    assert User.objects.filter(pk=guest.pk).exists()


def test_staff_of_the_course_is_told_why_they_are_not_that_person(course):
    guest, claire = enrol(course, guest_create(display_name="Zoé")), course.enrolments.get(role="instructor").user

    answer = signed_in(claire).post(reverse("classrooms:guest-merge", args=[return_token(guest)]), follow=True)

    assert "the two cannot be one" in answer.content.decode()
    assert User.objects.filter(pk=guest.pk).exists()
