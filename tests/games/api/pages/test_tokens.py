"""Signing in from a program."""

from datetime import timedelta

import pytest
from django.core import signing
from django.utils import timezone

from games.api.authentication import SALT, TOKEN_FOR, token_create
from tests.games.factories import PASSWORD, person

pytestmark = pytest.mark.django_db


def asked(api, token):
    return api().get("/matches", Authorization=f"Bearer {token}")


def test_name_and_password_give_a_token_that_signs_in(api):
    ada = person()

    answer = api().post("/token", {"username": ada.username, "password": PASSWORD})

    assert answer.status_code == 201
    assert timezone.datetime.fromisoformat(answer.json()["expires_at"]) > timezone.now() + timedelta(days=89)
    assert asked(api, answer.json()["token"]).json() == {"matches": [], "next": None}


def test_a_wrong_password_gives_none(api, refusal):
    ada = person()

    for body in ({"username": ada.username, "password": "wrong"}, {"username": "nobody", "password": PASSWORD}):
        assert refusal(api().post("/token", body)) == (401, "not_signed_in")


def test_ten_wrong_passwords_close_the_door(api, refusal):
    ada = person()
    for _ in range(10):
        api().post("/token", {"username": ada.username, "password": "wrong"})

    assert refusal(api().post("/token", {"username": ada.username, "password": PASSWORD})) == (429, "throttled")


def test_a_new_password_ends_all_tokens(api, refusal):
    ada = person()
    token, _until = token_create(ada, timezone.now())
    ada.set_password("another one")
    ada.save()

    assert refusal(asked(api, token)) == (401, "not_signed_in")


def test_who_was_shut_out_is_out(api, refusal):
    ada = person()
    token, _until = token_create(ada, timezone.now())
    ada.is_active = False
    ada.save()

    assert refusal(asked(api, token)) == (401, "not_signed_in")


FORGED = {
    "empty": "",
    "short": "x",
    "accents": "é" * 30,
    "NUL": "\0",
    "three parts": "a:b:c",
    "long": "x" * 5000,
    "signed for another purpose": signing.dumps([1, 2], salt=SALT),
}


@pytest.mark.parametrize("token", FORGED.values(), ids=FORGED.keys())
def test_a_forged_token_is_refused(api, refusal, token):
    answer = api().get("/matches", Authorization=f"Bearer {token}".encode().decode("latin-1"))

    assert refusal(answer) == (401, "not_signed_in")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_an_old_token_is_refused(api, refusal, monkeypatch):
    token, _until = token_create(person(), timezone.now())
    monkeypatch.setattr("games.api.authentication.TOKEN_FOR", -TOKEN_FOR)

    assert refusal(asked(api, token)) == (401, "not_signed_in")


def test_without_token_and_session_nothing_is_told(api, refusal):
    answer = api().get("/matches")

    assert refusal(answer) == (401, "not_signed_in")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_a_session_needs_the_csrf_token_and_a_program_does_not(api, refusal):
    ada = person()
    by_session = api(ada, enforce_csrf_checks=True)
    token, _until = token_create(ada, timezone.now())

    assert refusal(by_session.post("/matches", {"game": "domego"})) == (403, "not_allowed")
    by_token = api(enforce_csrf_checks=True)
    assert by_token.post("/matches", {"game": "domego"}, Authorization=f"Bearer {token}").status_code == 201
