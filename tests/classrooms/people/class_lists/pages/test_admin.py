"""The admin pages for people."""

import pytest
from django.test import Client

from classrooms.models import User
from games.platform.services.guests import guest_create
from tests.games.factories import person

pytestmark = pytest.mark.django_db
PEOPLE = "/admin/classrooms/user/"


@pytest.fixture
def client():
    client = Client()
    client.force_login(person("operator", is_staff=True, is_superuser=True))
    return client


def test_people_are_listed_and_opened(client):
    lea = person("lea")

    assert "lea@example.org" in client.get(PEOPLE, {"q": "lea"}).content.decode()
    assert client.get(f"{PEOPLE}{lea.pk}/change/").status_code == 200


def test_an_account_is_made_with_a_password(client):
    entered = {"username": "ada", "display_name": "Ada", "email": "ada@b.org", "usable_password": "true"}
    passwords = {"password1": "a drawing office", "password2": "a drawing office"}

    client.post(f"{PEOPLE}add/", entered | passwords)

    ada = User.objects.get(username="ada")
    assert (ada.display_name, ada.check_password("a drawing office")) == ("Ada", True)


def test_accounts_may_create_courses_and_guests_may_not(client):
    lea, guest = person("lea"), guest_create(display_name="Zoé")
    chosen = {"_selected_action": [lea.pk, guest.pk]}

    client.post(PEOPLE, chosen | {"action": "let_create_courses"})
    assert list(User.objects.filter(can_create_courses=True)) == [lea]
    client.post(PEOPLE, chosen | {"action": "no_more_courses"})

    assert not User.objects.filter(can_create_courses=True).exists()


def test_nobody_is_deleted_there(client):
    lea = person("lea")

    assert client.post(f"{PEOPLE}{lea.pk}/delete/", {"post": "yes"}).status_code == 403
    client.post(PEOPLE, {"_selected_action": [lea.pk], "action": "delete_selected", "post": "yes"})

    assert User.objects.filter(pk=lea.pk).exists()
