import pytest
from django.urls import reverse

from classrooms.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    for name in ("lea", "tom"):
        User.objects.create_user(name, password="correct horse battery", display_name=name)


def sign_in(client, name, password, **extra):
    return client.post("/sign-in/", {"username": name, "password": password, "next": "/account/"}, **extra).status_code


def test_ten_wrong_passwords_close_the_account_to_that_address_only(client, people, settings):
    wrong = [sign_in(client, "lea", f"guess {number}") for number in range(settings.AXES_FAILURE_LIMIT)]

    assert wrong[-1] == 429
    assert sign_in(client, "lea", "correct horse battery") == 429
    assert sign_in(client, "lea", "correct horse battery", REMOTE_ADDR="192.0.2.7") == 302
    assert sign_in(client, "tom", "correct horse battery") == 302


def test_behind_a_proxy_the_address_is_the_one_the_proxy_saw(client, people, settings, domego):
    domego.BEHIND_PROXY = True
    for number in range(settings.AXES_FAILURE_LIMIT):
        sign_in(client, "lea", "guess", headers={"x-forwarded-for": f"10.0.0.{number}, 192.0.2.1"})

    assert sign_in(client, "lea", "correct horse battery", headers={"x-forwarded-for": "10.9.9.9, 192.0.2.1"}) == 429
    assert sign_in(client, "lea", "correct horse battery", headers={"x-forwarded-for": "192.0.2.1, 192.0.2.9"}) == 302


@pytest.mark.parametrize("typed", ["LEA", " lea ", "Lea", "\uff4c\uff45\uff41"])
def test_capitals_blanks_and_wide_letters_of_a_name_do_not_matter(client, people, typed):
    body = {"username": typed, "password": "correct horse battery"}
    token = client.post(reverse("games:api:token"), body, content_type="application/json")

    assert sign_in(client, typed, "correct horse battery") == 302
    assert token.status_code == 201


def test_of_two_names_that_differ_in_capitals_each_is_its_own(client, people):
    User.objects.create_user("Lea", password="another horse battery", display_name="Lea")

    assert sign_in(client, "Lea", "another horse battery") == 302
    client.logout()
    assert sign_in(client, "lea", "correct horse battery") == 302
    client.logout()
    assert sign_in(client, "LEA", "correct horse battery") == 200


def test_wrong_passwords_count_for_one_name_however_it_is_typed(client, people, settings):
    names = ["lea", "LEA", " Lea", "lEa"]
    for number in range(settings.AXES_FAILURE_LIMIT):
        sign_in(client, names[number % 4], f"guess {number}")

    assert sign_in(client, "leA", "correct horse battery") == 429
