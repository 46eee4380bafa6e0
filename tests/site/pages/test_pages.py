"""Pages without a match: they exist in both languages, with nothing inline and no dead link."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.contrib.staticfiles import finders
from django.core import mail
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.views import defaults

from classrooms.models import User
from classrooms.people.accounts.password_mails import mails_send
from games.platform import clock
from tests.site.html import Page, steady

pytestmark = pytest.mark.django_db

OPEN = ["/", "/sign-in/", "/password/", "/password/sent/", "/password/done/", "/password/x/y/", "/rules/", "/glossary/"]
SIGNED_IN = ["/account/", "/account/told/", "/account/password/", "/rules/"]
PASSWORD = "a-drawing-office-7"


@pytest.fixture
def lea() -> User:
    return User.objects.create_user("lea", email="lea@example.org", password=PASSWORD, display_name="Léa Moreau")


def assert_sound(page: Page, language: str) -> None:
    assert (page.language, page.headings, page.inline, page.twice) == (language, 1, [], set())


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("path", OPEN)
def test_an_open_page_is_sound_in_both_languages(client: Client, path: str, language: str) -> None:
    answer = client.get(path, headers={"accept-language": language})

    assert answer.status_code == 200
    assert_sound(Page(answer.content.decode()), language)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("path", SIGNED_IN)
def test_a_page_of_an_account_is_sound_in_both_languages(client: Client, lea: User, path: str, language: str) -> None:
    client.force_login(lea)

    answer = client.get(path, headers={"accept-language": language})

    assert answer.status_code == 200
    assert_sound(Page(answer.content.decode()), language)


def test_a_page_that_is_not_there_is_a_sound_page(client: Client) -> None:
    answer = client.get("/no-such-page/")

    assert answer.status_code == 404
    assert_sound(Page(answer.content.decode()), "en")


@pytest.mark.parametrize(("view", "status"), [(defaults.bad_request, 400), (defaults.server_error, 500)])
def test_an_answer_made_without_a_request_is_a_sound_page(
    rf: RequestFactory, view: Callable[..., HttpResponse], status: int
) -> None:
    answer = view(rf.get("/"), Exception()) if status == 400 else view(rf.get("/"))

    assert answer.status_code == status
    assert_sound(Page(answer.content.decode()), "en")


def test_a_form_that_is_too_old_meets_a_sound_page() -> None:
    answer = Client(enforce_csrf_checks=True).post("/sign-in/", {"username": "lea", "password": PASSWORD})

    assert answer.status_code == 403
    assert_sound(Page(answer.content.decode()), "en")


def test_each_link_of_the_open_pages_leads_somewhere(client: Client) -> None:
    links = {link for path in OPEN for link in Page(client.get(path).content.decode()).links}

    assert {link: client.get(link).status_code for link in links if client.get(link).status_code >= 400} == {}


def test_each_file_that_a_page_loads_is_shipped_and_none_comes_from_outside(client: Client) -> None:
    files = Page(client.get("/").content.decode()).files

    assert [file for file in files if not finders.find(file.removeprefix("/static/"))] == []


def test_the_account_is_for_who_is_signed_in(client: Client) -> None:
    assert client.get("/account/").headers["Location"] == f"{reverse('classrooms:sign-in')}?next=/account/"


def test_signing_in_brings_the_language_of_the_account_to_a_new_browser(client: Client, lea: User) -> None:
    lea.language = "fr"
    lea.save()

    answer = client.post("/sign-in/", {"username": "lea", "password": PASSWORD, "next": "/account/"})

    assert (answer.status_code, answer.headers["Location"]) == (302, "/account/")
    assert client.cookies["django_language"].value == "fr"


def test_a_wrong_password_keeps_the_name_and_says_so(client: Client, lea: User) -> None:
    answer = client.post("/sign-in/", {"username": "lea", "password": "wrong"})

    page = answer.content.decode()
    assert 'value="lea"' in page
    assert 'class="error error-summary" role="alert"' in page


def test_the_eleventh_wrong_password_meets_the_lockout_page(client: Client, lea: User) -> None:
    for _ in range(10):
        client.post("/sign-in/", {"username": "lea", "password": "wrong"})

    answer = client.post("/sign-in/", {"username": "lea", "password": "wrong"})

    assert answer.status_code == 429
    assert_sound(Page(answer.content.decode()), "en")


def test_signing_out_takes_a_post_and_ends_the_session(client: Client, lea: User) -> None:
    client.force_login(lea)

    assert client.get("/sign-out/").status_code == 405
    client.post("/sign-out/")

    assert "_auth_user_id" not in client.session


def test_choosing_a_language_keeps_the_page_and_is_remembered_on_the_account(client: Client, lea: User) -> None:
    client.force_login(lea)

    answer = client.post("/language/", {"language": "fr", "next": "/glossary/?q=mur"})

    lea.refresh_from_db()
    assert (answer.headers["Location"], lea.language) == ("/glossary/?q=mur", "fr")
    assert Page(client.get("/glossary/").content.decode()).language == "fr"


@pytest.mark.parametrize("language", ["xx", "", "en\0", "../fr"])
def test_an_unknown_language_changes_nothing(client: Client, lea: User, language: str) -> None:
    client.force_login(lea)

    client.post("/language/", {"language": language, "next": "/"})

    lea.refresh_from_db()
    assert (lea.language, "django_language" in client.cookies) == ("", False)


def test_the_account_form_saves_what_it_shows(client: Client, lea: User) -> None:
    client.force_login(lea)
    entered = {"display_name": "Léa M.", "email": "lm@example.org", "language": "fr", "time_zone": "America/Montreal"}

    answer = client.post("/account/", entered)

    lea.refresh_from_db()
    assert answer.status_code == 302
    assert {name: getattr(lea, name) for name in entered} == entered


def test_the_account_form_refuses_a_time_zone_nobody_knows_and_keeps_the_input(client: Client, lea: User) -> None:
    client.force_login(lea)

    answer = client.post("/account/", {"display_name": "L", "email": "", "language": "", "time_zone": "Mars/Olympus"})

    lea.refresh_from_db()
    assert (answer.status_code, lea.display_name) == (422, "Léa Moreau")
    assert 'value="L"' in answer.content.decode()


def test_changing_the_password_keeps_the_session(client: Client, lea: User) -> None:
    client.force_login(lea)
    new = "another-office-8"

    client.post("/account/password/", {"old_password": PASSWORD, "new_password1": new, "new_password2": new})

    lea.refresh_from_db()
    assert lea.check_password(new)
    assert client.get("/account/").status_code == 200


def test_a_forgotten_password_is_replaced_by_the_link_in_the_mail(client: Client, lea: User) -> None:
    client.post("/password/", {"email": "LEA@example.org"})
    mails_send(clock.now())
    path = re.search(r"http://127\.0\.0\.1:\d+(/password/\S+)", str(mail.outbox[0].body))
    assert path is not None

    form = client.get(path[1], follow=True)
    new = "another-office-8"
    answer = client.post(form.redirect_chain[-1][0], {"new_password1": new, "new_password2": new})

    lea.refresh_from_db()
    assert (answer.headers["Location"], lea.check_password(new)) == ("/password/done/", True)


def test_the_mail_is_in_the_language_of_who_receives_it(client: Client, lea: User) -> None:
    lea.language = "fr"
    lea.save()

    client.post("/password/", {"email": lea.email}, headers={"accept-language": "en"})
    mails_send(clock.now())

    uid = urlsafe_base64_encode(force_bytes(lea.pk))
    before, after = reverse("classrooms:password-reset-confirm", args=[uid, "TOKEN"]).split("TOKEN")
    found = re.search(f"{re.escape(before)}([^/\\s]+){re.escape(after)}", mail.outbox[0].body)
    assert found is not None
    assert default_token_generator.check_token(lea, found[1])
    assert mail.outbox[0].to == ["lea@example.org"]


def test_an_address_without_account_gets_no_mail_and_the_same_answer(client: Client, lea: User) -> None:
    answer = client.post("/password/", {"email": "nobody@example.org"})
    mails_send(clock.now())

    assert (answer.headers["Location"], mail.outbox) == ("/password/sent/", [])


def test_what_is_another_in_each_answer_is_left_out_of_a_steady_page(lea: User) -> None:
    tabs = Client(), Client()
    for tab in tabs:
        tab.force_login(lea)

    one, other = (tab.get("/account/").content.decode() for tab in tabs)

    assert (one == other, steady(one) == steady(other)) == (False, True)
