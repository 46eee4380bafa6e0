"""Invitations to the staff of a course and of the site."""

import pytest

from classrooms.models import Enrolment, Invitation, User
from classrooms.people.class_lists.services.invitations import invitation_create, invitation_token
from tests.classrooms.people.class_lists.browsing import browser, said, url, with_students
from tests.games.factories import NOW, person

pytestmark = pytest.mark.django_db


def test_staff_is_invited_and_removed_and_the_last_instructor_stays(client, course, teacher):
    client.post(url("course-invitations", course.pk), {"role": "assistant", "note": "Paul", "days": "7"})
    invitation = Invitation.objects.get()
    assert (invitation.role, invitation.note, invitation.created_by) == ("assistant", "Paul", teacher)
    assert invitation_token(invitation) in client.get(url("course-invitations", course.pk)).content.decode()

    paul = person("paul")
    accepted = browser(paul).post(url("invitation", invitation_token(invitation)))
    assert accepted.headers["Location"] == url("course", course.pk)
    client.post(url("course-staff-remove", course.pk, paul.pk))
    stays = client.post(url("course-staff-remove", course.pk, teacher.pk), follow=True)

    rows = Enrolment.objects.filter(course=course).order_by("pk").values_list("user__username", "role", "left_at")
    assert [(name, role, left is None) for name, role, left in rows] == [
        ("claire", "instructor", True),
        ("paul", "assistant", False),
    ]
    assert said(stays)[-1:] == ["A course keeps at least one instructor. Invite another one first."]


def test_a_student_is_not_removed_as_staff(client, course):
    (lea,) = with_students(course, "Léa")

    assert client.post(url("course-staff-remove", course.pk, lea.pk)).status_code == 404


def test_an_invitation_is_withdrawn(client, course, teacher):
    invitation = invitation_create(by=teacher, course=course, role="observer", now=NOW)

    client.post(url("course-invitation-withdraw", course.pk, invitation.pk))

    assert browser(person()).get(url("invitation", invitation_token(invitation))).status_code == 410


def test_who_has_no_account_makes_one_with_the_invitation(course, teacher):
    address = url("invitation", invitation_token(invitation_create(by=teacher, course=course, now=NOW)))
    client = browser()
    assert "sign-up" in client.get(address).content.decode()

    answer = client.post(
        address, {"name": "Paul Roy", "email": "paul@example.org", "password": "a drawing office"}, follow=True
    )

    paul = User.objects.get(username="paul@example.org")
    assert answer.redirect_chain[-1][0] == url("course", course.pk)
    assert (Enrolment.objects.get(user=paul).role, answer.context["user"]) == ("instructor", paul)


@pytest.mark.parametrize(
    "wrong", [{"email": "claire@example.org"}, {"email": "x"}, {"password": "short"}, {"name": ""}, {"name": "\u202e"}]
)
def test_an_account_that_cannot_be_leaves_the_invitation_open(course, teacher, wrong):
    invitation = invitation_create(by=teacher, course=course, now=NOW)
    entered = {"name": "Paul", "email": "paul@example.org", "password": "a drawing office", **wrong}

    answer = browser().post(url("invitation", invitation_token(invitation)), entered)

    invitation.refresh_from_db()
    assert (answer.status_code, invitation.used_at, User.objects.filter(display_name="Paul").count()) == (422, None, 0)


def test_an_invitation_of_the_site_lets_somebody_create_courses():
    operator, ada = person("operator", is_staff=True), person("ada")
    client = browser(operator)
    assert browser(ada).get("/invitations/").status_code == 403
    client.post("/invitations/", {"note": "Ada", "days": "0"})
    invitation = Invitation.objects.get()

    browser(ada).post(url("invitation", invitation_token(invitation)))

    ada.refresh_from_db()
    assert (ada.can_create_courses, invitation.course, invitation.expires_at) == (True, None, None)
    assert browser(ada).post(url("site-invitation-withdraw", invitation.pk)).status_code == 403


def test_the_one_who_used_an_invitation_goes_where_it_leads(course, teacher):
    paul = person("paul")
    address = url("invitation", invitation_token(invitation_create(by=teacher, course=course, now=NOW)))
    client = browser(paul)
    client.post(address)

    assert client.get(address).headers["Location"] == url("course", course.pk)
    assert {browser(person()).get(address).status_code, browser().get(address).status_code} == {410}
