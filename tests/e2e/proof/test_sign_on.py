"""Signing in at a third-party provider in its own process."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import requests
from playwright.sync_api import BrowserContext, Page, expect

from tests.e2e.running_site import RunningSite, wait_for

ANNA = {"name": "Anna Berg", "given_name": "Anna", "family_name": "Berg", "email": "anna@uni.example.org"}


class Provider:
    """`oidc-provider-mock`: a visitor who types a subject is signed in as that person, with the claims given by
    `knows`.
    """

    def __init__(self, directory: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.output = (directory / "provider").open("w")
        command = [sys.executable, "-m", "oidc_provider_mock", "--port", str(self.port), "--require-nonce", "true"]
        options = {"stdin": subprocess.DEVNULL, "stdout": self.output, "stderr": subprocess.STDOUT}
        self.process = subprocess.Popen(command, **options)
        wait_for(self._answers, "the provider answers")

    def _answers(self) -> bool:
        assert self.process.poll() is None, Path(self.output.name).read_text()
        with suppress(OSError):
            return requests.get(f"{self.url}/.well-known/openid-configuration", timeout=5).ok
        return False

    def knows(self, subject: str, **claims: object) -> None:
        assert requests.put(f"{self.url}/users/{subject}", json=claims, timeout=5).status_code == 204

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(10)
        self.output.close()


@pytest.fixture(scope="module")
def provider(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Provider]:
    started = Provider(tmp_path_factory.mktemp("provider"))
    yield started
    started.end()


@pytest.fixture(scope="module")
def site(provider: Provider, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site whose people sign in at the provider."""
    told = {"OIDC_ISSUER": provider.url, "OIDC_CLIENT_ID": "domego", "OIDC_CLIENT_SECRET": "x", "OIDC_NAME": "Campus"}
    running = RunningSite(tmp_path_factory.mktemp("signing-on") / "var", **told)
    try:
        running.start()
        yield running
    finally:
        running.end()


def a_page(context: BrowserContext) -> Page:
    """A page in this context. The provider's own page gets empty styles instead of those from the internet."""
    looks = "https://cdn.jsdelivr.net/**"
    context.route(looks, lambda route: route.fulfill(status=200, content_type="text/css", body=""))
    return context.new_page()


def authorize(page: Page, subject: str) -> None:
    page.get_by_placeholder("sub").fill(subject)
    page.get_by_role("button", name="Authorize").click()


def sign_on(page: Page, subject: str, onward: str = "/account/") -> None:
    page.goto(f"/sign-in/?next={onward}")
    page.get_by_role("link", name="Sign in with Campus").click()
    authorize(page, subject)


def with_password(page: Page, name: str) -> None:
    page.goto("/sign-in/?next=/account/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill("domego")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url("/account/")


@pytest.fixture
def visit(open_context, provider):
    """A function that opens a browser which may also visit the provider."""

    def start(**options):
        host = f"127.0.0.1:{provider.port}"
        return a_page(open_context(forgives=("403", "409", "cdn.jsdelivr.net", host), **options))

    return start


def test_somebody_new_signs_on_and_comes_back_with_another_address_as_the_same_person(visit, provider):
    provider.knows("anna-7", **ANNA, email_verified=True)
    page = visit()
    sign_on(page, "anna-7")
    expect(page).to_have_url("/account/")
    expect(page.get_by_label("Name shown to others")).to_have_value("Anna Berg")
    expect(page.get_by_label("E-mail")).to_have_value("anna@uni.example.org")
    page.get_by_label("Name shown to others").fill("Anni")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your account is saved.")).to_be_visible()

    provider.knows("anna-7", **ANNA | {"email": "anna.holm@uni.example.org"}, email_verified=True)
    again = visit(viewport={"width": 360, "height": 740}, locale="fr-FR")
    again.goto("/sign-in/?next=/account/")
    again.get_by_role("link", name="Se connecter avec Campus").click()
    authorize(again, "anna-7")

    expect(again).to_have_url("/account/")
    expect(again.locator("#id_display_name")).to_have_value("Anni")
    expect(again.locator("#id_email")).to_have_value("anna.holm@uni.example.org")


def test_an_account_is_linked_by_who_holds_both_sides_and_only_by_them(visit, provider):
    provider.knows("lea-1", name="Léa Moreau", email="lea@uni.example.org", email_verified=True)
    page = visit()
    with_password(page, "lea")
    page.get_by_role("link", name="Link", exact=True).click()
    authorize(page, "lea-1")
    expect(page.get_by_role("heading", name="Is this you?")).to_be_visible()
    expect(page.locator("strong", has_text="Léa Moreau")).to_be_visible()
    page.get_by_role("button", name="Yes, link them").click()
    expect(page.get_by_text("Campus signs you in from now on.")).to_be_visible()

    other = visit()
    sign_on(other, "lea-1")
    expect(other.get_by_text("lea", exact=True)).to_be_visible()

    somebody = visit()
    with_password(somebody, "amir")
    somebody.get_by_role("link", name="Link", exact=True).click()
    authorize(somebody, "lea-1")
    somebody.get_by_role("button", name="Yes, link them").click()
    expect(somebody.get_by_role("alert")).to_contain_text("belongs to another account")


def test_an_address_that_an_account_has_opens_nothing(visit, provider, site):
    done = site.manage(
        "shell", "-c", "from classrooms.models import User; User.objects.filter(username='lea').update(email='l@x.org')"
    )
    assert done.returncode == 0, done.stderr
    provider.knows("thief-1", name="Somebody", email="l@x.org", email_verified=True)

    page = visit()
    sign_on(page, "thief-1")

    expect(page.get_by_role("alert")).to_contain_text("An account of this site has your address already.")
    page.goto("/account/")
    expect(page).to_have_url("/sign-in/?next=/account/")


def test_a_withdrawn_account_is_told_so(visit, provider, site):
    provider.knows("gone-1", name="Gone", email="gone@uni.example.org", email_verified=True)
    page = visit()
    sign_on(page, "gone-1")
    expect(page).to_have_url("/account/")
    close = "User.objects.filter(identities__subject='gone-1').update(is_active=False)"
    assert site.manage("shell", "-c", f"from classrooms.models import User; {close}").returncode == 0

    later = visit()
    sign_on(later, "gone-1")

    expect(later.get_by_role("alert")).to_contain_text("Your account on this site is closed.")


def test_who_says_no_at_the_provider_is_back_with_a_sentence(visit):
    page = visit()
    page.goto("/sign-in/")
    page.get_by_role("link", name="Sign in with Campus").click()
    page.get_by_role("button", name="Deny").click()

    expect(page.get_by_role("alert")).to_contain_text("Campus did not sign you in.")
    page.get_by_role("link", name="Back to the sign-in").click()
    expect(page).to_have_url("/sign-in/")


@pytest.mark.parametrize(("name", "language", "width"), [("ingrid", "en-GB", 1280), ("kwame", "fr-FR", 360)])
def test_its_pages_fit(visit, provider, name, language, width, tmp_path):
    provider.knows(name, name="Maximiliane-Alexandra von Hohenstein-Wittelsbach", email_verified=False)
    page = visit(locale=language, viewport={"width": width, "height": 800})

    def fits(shown):
        page.screenshot(path=tmp_path / f"{shown}.png", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, shown

    page.goto("/sign-in/")
    fits("sign-in")
    page.goto("/sign-in/with/back/?code=x&state=y")
    fits("refused")
    page.goto("/sign-in/?next=/account/")
    page.locator("#id_username").fill(name)
    page.locator("#id_password").fill("domego")
    page.locator("form#sheet button").click()
    expect(page).to_have_url("/account/")
    fits("account")
    page.goto("/account/sign-in/")
    authorize(page, name)
    fits("confirm")
    page.locator("form#sheet button").click()
    fits("linked")
