"""Sign-in when many come at once, and how often passwords may be tried."""

import http.client
import json
import time
from threading import Event, Lock, Thread
from urllib.parse import urlencode, urlsplit

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import Client

from classrooms.people.access.throttling import has_room, may_go_on
from classrooms.people.accounts import hashing, signing_in
from classrooms.people.accounts.hashing import Gate
from classrooms.people.accounts.signing_in import FEW, TRIES, WINDOW, WRONG
from domego_site.settings import PASSWORD_HASHERS
from games.api.authentication import token_create
from games.platform import clock
from tests.games.factories import PASSWORD, match_of, person

CSRF = "c" * 32
BUY = {"key": "activity-1/buy/owner", "move": {"kind": "buy", "quantity": 3}, "submission_id": "one"}


@pytest.fixture
def lea():
    return person("lea")


@pytest.fixture
def full(tmp_path, settings, monkeypatch):
    """All room for hashing passwords is taken."""
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    gate = Gate(tmp_path, room=1)
    monkeypatch.setattr(hashing, "gate", gate)
    with gate.passed():
        yield


def post(server, path, body, headers):
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)
    try:
        connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        answer.read()
        return answer
    finally:
        connection.close()


def sign_in_at(server, name):
    fields = {"username": name, "password": PASSWORD, "csrfmiddlewaretoken": CSRF}
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"csrftoken={CSRF}"}
    return post(server, "/sign-in/", urlencode(fields), kind)


def until_full(gate):
    """Wait until the gate refuses another password."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            gate.check()
        except hashing.Busy:
            return
        time.sleep(0.01)
    raise AssertionError("nobody hashes")


@pytest.mark.django_db(transaction=True)
def test_sixty_sign_ins_at_once_hash_two_at_a_time_and_a_move_is_played_meanwhile(
    live_server, tmp_path, settings, monkeypatch
):
    live_server.thread.httpd.socket.listen(128)  # Django's own server lets ten wait to be accepted
    people, ada = [person() for _each in range(60)], person()
    match, (token, _until) = match_of(ada), token_create(ada, clock.now())
    counting, go_on, hashing_now, most = Lock(), Event(), 0, 0

    def hash_that_lasts(self, password, salt, iterations=None):
        nonlocal hashing_now, most
        with counting:
            hashing_now += 1
            most = max(most, hashing_now)
        go_on.wait(60)
        with counting:
            hashing_now -= 1
        return "pbkdf2_sha256$1000000$salt$hash"

    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", hash_that_lasts)
    monkeypatch.setattr(hashing, "gate", Gate(tmp_path, room=4, patience=60.0))
    type(ada).objects.update(password="pbkdf2_sha256$1000000$salt$hash")
    token, _until = token_create(type(ada).objects.get(pk=ada.pk), clock.now())
    answers, refused = [], Event()

    def come(name):
        answer = sign_in_at(live_server, name)
        with counting:
            answers.append((answer.status, answer.headers["Retry-After"] is not None))
            if len(answers) == 56:
                refused.set()

    coming = [Thread(target=come, args=(each.username,)) for each in people]
    for thread in coming[:4]:
        thread.start()
    until_full(hashing.gate)
    for thread in coming[4:]:
        thread.start()
    assert refused.wait(60)
    played = post(
        live_server,
        f"/api/v1/matches/{match.pk}/seats/0/moves",
        json.dumps(BUY),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    waiting = sum(thread.is_alive() for thread in coming)
    go_on.set()
    for thread in coming:
        thread.join()

    assert (played.status, waiting, most) == (201, 4, 2)
    assert sorted(answers) == [(302, False)] * 4 + [(429, True)] * 56


@pytest.mark.django_db
def test_who_finds_no_room_is_told_when_to_come_and_keeps_the_name(client, full):
    answer = client.post("/sign-in/", {"username": "léa <b>", "password": PASSWORD, "next": "/account/"})

    page = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (429, "1")
    assert "Many people are signing in at this moment. Try again in 1 s." in page
    assert ('value="léa &lt;b&gt;"' in page, 'value="/account/"' in page, PASSWORD in page) == (True, True, False)


@pytest.mark.django_db
def test_the_page_s_script_is_told_when_to_come_without_a_page(client, lea, full):
    fields, waits = {"username": "lea", "password": PASSWORD}, {"x-waits": "1"}

    busy = client.post("/sign-in/", fields, headers=waits)

    assert (busy.status_code, busy["Retry-After"], busy.content) == (429, "1", b"")


@pytest.mark.django_db
def test_the_page_s_script_is_told_where_to_go_and_what_was_wrong(client, lea):
    fields, waits = {"username": "lea", "password": PASSWORD, "next": "/account/"}, {"x-waits": "1"}

    wrong = client.post("/sign-in/", fields | {"password": "x"}, headers=waits)
    right = client.post("/sign-in/", fields, headers=waits)

    assert ("main" in wrong.content.decode(), right.json()) == (True, {"to": "/account/"})


@pytest.mark.django_db
def test_a_program_that_finds_no_room_is_told_when_to_come(full):
    body = {"username": "lea", "password": PASSWORD}

    answer = Client().post("/api/v1/token", body, content_type="application/json")

    assert (answer.status_code, answer["Retry-After"], answer.json()["code"]) == (429, "1", "busy")


@pytest.mark.django_db
def test_a_new_password_that_finds_no_room_is_not_taken(client, lea, full):
    client.force_login(lea)

    fields = {"old_password": PASSWORD, "new_password1": "another-office-8", "new_password2": "another-office-8"}
    answer = client.post("/account/password/", fields)

    kept = lea.password
    lea.refresh_from_db()
    assert (answer.status_code, answer["Retry-After"], lea.password) == (429, "1", kept)


@pytest.mark.django_db
def test_three_hundred_people_behind_one_address_sign_in_after_three_mistakes_each(client):
    lea = person()
    for _each in range(300 * 3):
        may_go_on("sign-in 127.0.0.1", limit=TRIES, seconds=WINDOW)
        may_go_on(signing_in.ALL_WRONG, limit=WRONG, seconds=WINDOW)

    answers = [Client().post("/sign-in/", {"username": lea.username, "password": PASSWORD}) for _each in range(100)]

    assert {answer.status_code for answer in answers} == {302}


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/sign-in/", "/api/v1/token"])
def test_an_address_that_tries_without_end_is_stopped_and_others_are_not(path):
    lea = person()
    for _each in range(TRIES):
        may_go_on("sign-in 127.0.0.1", limit=TRIES, seconds=WINDOW)

    answers = [
        Client(REMOTE_ADDR=address).post(path, {"username": lea.username, "password": PASSWORD}, "application/json")
        if "api" in path
        else Client(REMOTE_ADDR=address).post(path, {"username": lea.username, "password": PASSWORD})
        for address in ("127.0.0.1", "192.0.2.7")
    ]

    assert [(answer.status_code, answer.headers.get("Retry-After")) for answer in answers] == [
        (429, str(WINDOW)),
        (201 if "api" in path else 302, None),
    ]


@pytest.mark.django_db
def test_an_ipv6_address_counts_with_all_that_its_holder_has(client):
    lea = person()
    for _each in range(TRIES):
        may_go_on("sign-in 2001:db8:1:2::/64", limit=TRIES, seconds=WINDOW)

    answers = [
        Client(REMOTE_ADDR=address).post("/sign-in/", {"username": lea.username, "password": PASSWORD}).status_code
        for address in ("2001:db8:1:2:ffff::9", "2001:db8:1:3::1")
    ]

    assert answers == [429, 302]


def tried(name, password, address):
    return Client(REMOTE_ADDR=address).post("/sign-in/", {"username": name, "password": password}).status_code


@pytest.mark.django_db
def test_above_the_total_an_address_has_few_guesses_left_and_all_others_sign_in(settings):
    settings.AXES_FAILURE_LIMIT = 2 * FEW
    lea = person()
    for _each in range(WRONG):
        may_go_on(signing_in.ALL_WRONG, limit=WRONG, seconds=WINDOW)

    guesses = [tried(lea.username, "wrong", "192.0.2.1") for _each in range(FEW + 1)]

    assert guesses == [200] * FEW + [429]
    assert tried(lea.username, PASSWORD, "192.0.2.1") == 429
    assert tried(lea.username, PASSWORD, "192.0.2.2") == 302


@pytest.mark.django_db
def test_what_is_refused_unread_is_no_wrong_password_of_the_site(settings):
    settings.AXES_FAILURE_LIMIT = 3
    lea = person()

    answers = [tried(lea.username, "wrong", "192.0.2.1") for _each in range(10)]

    assert answers == [200, 200] + [429] * 8
    assert [has_room(signing_in.ALL_WRONG, limit=number) for number in (3, 4)] == [False, True]


@pytest.mark.django_db
def test_the_admin_site_has_no_sign_in_of_its_own(client):
    student, operator = person(), person(is_staff=True, is_superuser=True)

    visitor = client.get("/admin/games/match/", follow=True)
    client.force_login(student)
    refused = client.get("/admin/games/match/", follow=True)
    client.force_login(operator)
    let_in = client.get("/admin/login/?next=/admin/games/match/")
    elsewhere = client.get("/admin/login/?next=https://example.org/")

    assert visitor.redirect_chain[-1][0] == "/sign-in/?next=/admin/games/match/"
    assert refused.status_code == 403
    assert [let_in["Location"], elsewhere["Location"]] == ["/admin/games/match/", "/admin/"]
