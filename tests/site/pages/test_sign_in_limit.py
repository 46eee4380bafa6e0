import pytest

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
