"""The second step of the sign-in."""

import re
from datetime import timedelta

import pyotp
import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client

from classrooms.care.erasure.services.people import person_erase
from classrooms.models import SecondFactor, User
from classrooms.people.accounts.second_factor_mails import JOB, send
from classrooms.people.accounts.second_factors import (
    RECOVERY_CODES,
    STEP,
    CodesClosed,
    WrongCode,
    code_check,
    recovery_renew,
    second_factor_set_up,
)
from games.api.authentication import token_create, user_of_token
from games.models import Job
from games.platform import clock
from tests.classrooms.factories import course_of
from tests.games.factories import NOW, PASSWORD, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

KEY = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
PAGE, STEP_TWO, OFF = "/account/second-factor/", "/sign-in/code/", "/account/second-factor/off/"


def code(key=KEY, *, now=None, later=0):
    return pyotp.TOTP(key).at((now or clock.now()) + timedelta(seconds=STEP * later))


@pytest.fixture
def ada():
    return person("ada")


@pytest.fixture
def codes(ada):
    """Recovery codes of Ada, who set up an authenticator app a minute ago."""
    before = clock.now() - timedelta(minutes=1)
    return second_factor_set_up(user=ada, secret=KEY, code=code(now=before), now=before)


def half_way(name="ada", path="/sign-in/", client=None):
    client = client or Client()
    return client, client.post(path, {"username": name, "password": PASSWORD})


def is_in(client):
    return client.get("/account/").status_code == 200


def mailed():
    for job in Job.objects.filter(kind=JOB, state=Job.State.PENDING).order_by("pk"):
        send(job)
        job.delete()
    told = [letter.body for letter in mail.outbox]
    mail.outbox.clear()
    return told


def test_an_app_is_set_up_by_its_first_code_and_the_recovery_codes_are_shown_once(client, ada):
    client.force_login(ada)
    page = client.get(PAGE).content.decode()
    key = re.search(r'id="key">([^<]+)<', page)[1]
    assert f'id="key">{key}<' in client.get(PAGE).content.decode()

    wrong = client.post(PAGE, {"code": "000000"})
    right = client.post(PAGE, {"code": code(key.replace(" ", ""))})

    shown = re.findall(r"<code>([^<]+)</code>", right.content.decode())
    again = client.get(PAGE).content.decode()
    assert (wrong.status_code, right.status_code, len(shown), shown[0] in again) == (422, 200, RECOVERY_CODES, False)
    assert "8 recovery codes are left." in again
    assert shown[0] not in str(SecondFactor.objects.values().get())
    assert "has a second factor now" in mailed()[0]


def test_the_password_alone_signs_nobody_in_who_has_one(codes):
    client, answer = half_way(path="/sign-in/?next=/account/told/")

    assert (answer["Location"], is_in(client)) == (STEP_TWO, False)
    assert client.post(STEP_TWO, {"code": "000000"}).status_code == 422
    assert client.post(STEP_TWO, {"code": code()})["Location"] == "/account/told/"
    assert is_in(client)


def test_the_second_step_needs_the_first_one_of_the_last_ten_minutes(codes, ada, monkeypatch):
    nobody = Client().get(STEP_TWO)
    late, _answer = half_way()
    session = late.session
    session["second_step"] = {**session["second_step"], "until": clock.now().timestamp() - 1}
    session.save()
    changed, _answer = half_way()
    ada.set_password("another one")
    ada.save()

    answers = [nobody, late.post(STEP_TWO, {"code": code()}), changed.post(STEP_TWO, {"code": code()})]

    assert {answer["Location"] for answer in answers} == {"/sign-in/"}


def test_a_code_works_once_and_a_step_around_its_time(ada):
    second_factor_set_up(user=ada, secret=KEY, code=code(now=NOW), now=NOW)
    with pytest.raises(WrongCode):
        code_check(user=ada, code=code(now=NOW), now=NOW)

    code_check(user=ada, code=code(now=NOW, later=1), now=NOW)
    with pytest.raises(WrongCode):
        code_check(user=ada, code=code(now=NOW, later=3), now=NOW + timedelta(seconds=STEP))
    code_check(user=ada, code=code(now=NOW, later=2), now=NOW + timedelta(seconds=STEP))


def test_a_recovery_code_works_once_and_its_owner_is_told(codes, ada):
    mailed()
    client, _answer = half_way()

    answer = client.post(STEP_TWO, {"code": codes[0].lower().replace("-", " ")})

    assert (answer.status_code, is_in(client), len(SecondFactor.objects.get().recovery)) == (302, True, 7)
    assert "A recovery code of your account" in mailed()[0]
    with pytest.raises(WrongCode):
        code_check(user=ada, code=codes[0])


def test_new_recovery_codes_end_those_of_before(codes, ada):
    fresh = recovery_renew(user=ada)

    with pytest.raises(WrongCode):
        code_check(user=ada, code=codes[1])
    code_check(user=ada, code=fresh[1])


def test_ten_wrong_codes_close_the_door_for_a_quarter_of_an_hour(ada):
    second_factor_set_up(user=ada, secret=KEY, code=code(now=NOW), now=NOW)
    for _each in range(10):
        with pytest.raises(WrongCode):
            code_check(user=ada, code="000000", now=NOW)

    with pytest.raises(CodesClosed) as closed:
        code_check(user=ada, code=code(now=NOW, later=1), now=NOW)

    later = NOW + timedelta(minutes=15)
    code_check(user=ada, code=code(now=later), now=later)
    assert closed.value.params == {"seconds": 901}


def test_setting_up_ends_all_other_sessions_and_tokens(ada):
    elsewhere, here = Client(), Client()
    elsewhere.force_login(ada)
    here.force_login(ada)
    token, _until = token_create(ada, clock.now())
    here.get(PAGE)

    here.post(PAGE, {"code": code(here.session["second_factor_key"])})

    assert (is_in(here), is_in(elsewhere), user_of_token(token)) == (True, False, None)


def test_it_is_switched_off_by_password_and_code(codes, ada):
    mailed()
    client = Client()
    client.force_login(User.objects.get(pk=ada.pk))

    wrong = [
        client.post(OFF, {"password": password, "code": typed}).status_code
        for password, typed in (("wrong", code()), (PASSWORD, "000000"))
    ]
    right = client.post(OFF, {"password": PASSWORD, "code": code()})

    assert (wrong, right["Location"], SecondFactor.objects.count(), is_in(client)) == ([422, 422], PAGE, 0, True)
    assert "was switched off" in mailed()[0]
    assert is_in(half_way()[0])


def test_the_operator_takes_it_away_and_the_person_is_told(codes, ada):
    mailed()
    client = Client()
    client.force_login(User.objects.get(pk=ada.pk))

    call_command("reset_second_factor", "ada")

    assert (is_in(client), "took the second factor" in mailed()[0], is_in(half_way()[0])) == (False, True, True)
    with pytest.raises(CommandError, match="has no second factor"):
        call_command("reset_second_factor", "ada")
    with pytest.raises(CommandError, match="Nobody signs in"):
        call_command("reset_second_factor", "bob")


def test_a_program_sends_the_code_with_the_password(codes, ada):
    body = {"username": "ada", "password": PASSWORD}

    def asked(**more):
        return Client().post("/api/v1/token", body | more, content_type="application/json")

    without, wrong, right = asked(), asked(code="000000"), asked(code=code())
    again, recovered = asked(code=code()), asked(code=codes[2])

    assert [without.json()["code"], wrong.json()["code"], again.json()["code"]] == [
        "needs_code",
        "not_signed_in",
        "not_signed_in",
    ]
    assert (without.status_code, right.status_code, recovered.status_code) == (403, 201, 201)
    assert user_of_token(right.json()["token"]) == ada


@pytest.mark.parametrize(
    ("required", "led"),
    [("off", set()), ("staff", {"operator"}), ("instructors", {"operator", "claire", "creator", "watcher"})],
)
def test_who_must_have_one_is_led_to_set_it_up(domego, required, led):
    claire, lea, watcher = person("claire"), person("lea"), person("watcher")
    course = course_of(claire, [lea])
    course.enrolments.create(user=watcher, role="observer")
    person("operator", is_staff=True, is_superuser=True)
    person("creator", can_create_courses=True)
    domego.REQUIRE_SECOND_FACTOR = required

    found = set()
    for name in ("claire", "lea", "watcher", "operator", "creator"):
        client, _answer = half_way(name)
        answer = client.get("/account/told/")
        if answer.status_code == 302 and answer["Location"].startswith(PAGE):
            found.add(name)
            assert client.get("/api/v1/games").json()["code"] == "needs_second_factor"
            assert client.get(PAGE).status_code == 200
            assert client.post("/sign-out/").status_code == 302

    assert found == led


def test_who_becomes_staff_must_have_one_from_then_on(domego, django_capture_on_commit_callbacks):
    domego.REQUIRE_SECOND_FACTOR = "instructors"
    claire, lea, tom = person("claire"), person("lea"), person("tom")
    course = course_of(claire, [lea])
    clients = [half_way(name)[0] for name in ("lea", "tom")]
    before = [client.get("/account/told/").status_code for client in clients]

    with django_capture_on_commit_callbacks(execute=True):
        row = course.enrolments.get(user=lea)
        row.role = "assistant"
        row.save()
        tom.can_create_courses = True
        tom.save()

    assert (before, [client.get("/account/told/").status_code for client in clients]) == ([200, 200], [302, 302])


def test_the_admin_site_asks_for_it_too_and_leads_back(domego):
    domego.REQUIRE_SECOND_FACTOR = "staff"
    operator = person("operator", is_staff=True, is_superuser=True)
    token, _until = token_create(operator, clock.now())
    client, _answer = half_way("operator")

    led = client.get("/admin/games/match/")
    client.get(led["Location"])
    shown = client.post(led["Location"], {"code": code(client.session["second_factor_key"])}).content.decode()

    assert led["Location"] == f"{PAGE}?next=%2Fadmin%2Fgames%2Fmatch%2F"
    assert 'href="/admin/games/match/"' in shown
    assert (client.get("/admin/games/match/").status_code, user_of_token(token)) == (200, None)
    assert client.post(OFF, {"password": PASSWORD, "code": "000000"}).status_code == 403


def test_programs_of_who_must_have_one_get_no_token(domego):
    operator = person("operator", is_staff=True)
    token, _until = token_create(operator, clock.now())
    domego.REQUIRE_SECOND_FACTOR = "staff"
    body = {"username": "operator", "password": PASSWORD}

    answer = Client().post("/api/v1/token", body, content_type="application/json")

    assert (answer.status_code, answer.json()["code"], user_of_token(token)) == (403, "needs_second_factor", None)


def test_a_guest_has_no_password_to_add_one_to(client):
    guest = person("guest", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    client.force_login(guest)

    assert client.get(PAGE).status_code == 403


def test_an_erasure_forgets_it(codes, ada):
    person_erase(user=ada, now=NOW)

    assert SecondFactor.objects.count() == 0
