"""Every way in and what it still asks: nothing, the code of a second factor, or setting one up."""

import ast
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import pyotp
import pytest
from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from classrooms.connect.lms import keys
from classrooms.models import Identity, LmsPerson, SecondFactor, User
from classrooms.people.accounts.second_factors import second_factor_set_up
from games.platform import clock
from games.platform.services.guests import guest_create, return_token
from tests.classrooms.factories import course_of, enrol, session_of
from tests.classrooms.people.signing_on import provider as providers
from tests.games.factories import PASSWORD, person
from tests.lms import platform as platforms
from tests.lms.launches import Browser, connected, registered

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

KEY: Final = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
CODE_PAGE, SET_UP_PAGE = "/sign-in/code/", "/account/second-factor/"
STATES = ("none", "set up", "required and missing")
IN_FRAME: Final = {"Sec-Fetch-Dest": "iframe"}


@pytest.fixture
def provider(domego: Any) -> Iterator[Any]:
    with providers.running() as found:
        domego.OIDC_ISSUER, domego.OIDC_CLIENT_ID, domego.OIDC_CLIENT_SECRET = found.url, "domego", providers.SECRET
        yield found


@pytest.fixture
def platform() -> Iterator[Any]:
    with platforms.running() as found:
        found.tool_keys = dict
        found.row = registered(found)
        keys.key_current()
        known = keys.published()
        found.tool_keys = lambda: known
        connected(found.row, course_of(person("claire")), found)
        yield found


def code() -> str:
    return pyotp.TOTP(KEY).at(clock.now())


def with_factor(user: Any) -> Any:
    before = clock.now() - timedelta(minutes=1)
    second_factor_set_up(user=user, secret=KEY, code=pyotp.TOTP(KEY).at(before), now=before)
    return user


def in_state(user: Any, state: str, domego: Any) -> Any:
    """An account in a state. A guest has no password, so that no second factor is required of them."""
    if state == "set up":
        return with_factor(user)
    if state == "required and missing":
        domego.REQUIRE_SECOND_FACTOR = "instructors"
        User.objects.filter(pk=user.pk).update(can_create_courses=True)
    return user


def sign_in_form(user: Any, client: Client, get: Any) -> Any:
    return client.post("/sign-in/?next=/account/", {"username": user.username, "password": PASSWORD})


def single_sign_on(user: Any, client: Client, get: Any) -> Any:
    provider = get("provider")
    Identity.objects.create(user=user, issuer=provider.url, subject="anna-7", linked_at=clock.now())
    return provider.come_back(client, "/sign-in/with/?next=/account/")


def _known(user: Any, get: Any) -> Any:
    platform = get("platform")
    LmsPerson.objects.create(platform=platform.row, subject="student-1", user=user, created_at=clock.now())
    return platform


def launch(user: Any, client: Client, get: Any) -> Any:
    return Browser(_known(user, get), client).launch(sub="student-1")


def launch_in_a_frame(user: Any, client: Client, get: Any) -> Any:
    return Browser(_known(user, get), client).launch(framed=True, sub="student-1")


def launch_in_a_frame_without_cookies(user: Any, client: Client, get: Any) -> Any:
    """The platform keeps the secret that the cookie would hold; the page in the frame has a button into a tab."""
    browser = Browser(_known(user, get), Client())
    begun = browser.begin(framed=True, lti_storage_target="_parent").context["begun"]
    asked = {name: values[0] for name, values in parse_qs(urlsplit(begun.url).query).items()}
    token = browser.platform.token(browser.platform.claims(asked["nonce"], "http://testserver/lms/start/"))
    sent = {"state": asked["state"], "id_token": token, "proof": begun.secret}
    page = Client().post("/lms/launch/", sent)
    return client.get(page.context["enter_url"])


def personal_link(user: Any, client: Client, get: Any) -> Any:
    return client.post(f"/back/{return_token(user)}/")


def _listed(user: Any) -> Any:
    course = course_of(person("ines"), join_open=True)
    enrol(course, user)
    return course


def course_code(user: Any, client: Client, get: Any) -> Any:
    address = f"/enrol/{_listed(user).join_code}/"
    claim = client.post(address, {"name": user.display_name}).context["people"][0]["claim"]
    return client.post(address, {"name": user.display_name, "claim": claim})


def session_code(user: Any, client: Client, get: Any) -> Any:
    address = f"/join/{session_of(_listed(user), teams=1, status='open').join_code}/"
    claim = client.post(address, {"name": user.display_name}).context["people"][0]["claim"]
    return client.post(address, {"name": user.display_name, "claim": claim})


WAYS: Final[dict[str, Callable[[Any, Client, Any], Any]]] = {
    way.__name__: way
    for way in (
        sign_in_form,
        single_sign_on,
        launch,
        launch_in_a_frame,
        launch_in_a_frame_without_cookies,
        personal_link,
        course_code,
        session_code,
    )
}
GUESTS: Final = ("personal_link", "course_code", "session_code")
"""Ways of people without a password. A factor is given to them by hand: the gate does not rely on its absence."""


def account_page(answer: Any, client: Client) -> tuple[int, str]:
    """The status and the redirect of the account page, opened inside the frame if the way leads into one."""
    place = answer.headers.get("Location", "/")
    place = "/".join([*place.split("/")[:4], ""]) if place.startswith("/lms/in/") else "/"
    shown = client.get(f"{place}account/", headers=IN_FRAME if place != "/" else {})
    return shown.status_code, shown.headers.get("Location", "").removeprefix(place.rstrip("/")).partition("?")[0]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("way", WAYS)
def test_each_way_asks_for_what_is_missing_before_anybody_is_in(way, state, domego, request):
    user = guest_create(display_name="Léa Moreau") if way in GUESTS else person("lea")
    in_state(user, state, domego)
    client = Client()

    answer = WAYS[way](user, client, request.getfixturevalue)

    asks_to_set_up = state == "required and missing" and way not in GUESTS
    expected = (302, "/sign-in/") if state == "set up" else (302, SET_UP_PAGE) if asks_to_set_up else (200, "")
    assert account_page(answer, client) == expected
    if state != "set up":
        return
    page = answer["Location"]
    assert page.endswith(CODE_PAGE)
    assert client.get(page, headers=IN_FRAME).status_code == 200
    assert client.post(page, {"code": "000000"}, headers=IN_FRAME).status_code == 422
    onward = client.post(page, {"code": code()}, headers=IN_FRAME)
    assert (onward.status_code, account_page(answer, client)) == (302, (200, ""))
    assert client.get(onward["Location"], headers=IN_FRAME, follow=True).status_code == 200


def test_the_launch_is_known_after_the_code(platform):
    user = with_factor(person("lea"))
    client = Client()
    answer = launch(user, client, lambda _name: platform)
    assert "lms" not in client.session

    client.post(answer["Location"], {"code": code()})

    assert client.get("/lms/me/").context["person"].user == user


def test_another_person_is_signed_out_before_the_code_is_asked_for(platform):
    client = Client()
    client.force_login(person("tom"))

    launch(with_factor(person("lea")), client, lambda _name: platform)

    assert "_auth_user_id" not in client.session


def test_the_button_of_a_frame_needs_no_second_code(platform):
    client = Client()
    page = launch_in_a_frame(with_factor(person("lea")), client, lambda _name: platform)["Location"]
    client.post(page, {"code": code()}, headers=IN_FRAME)
    place = page.removesuffix("sign-in/code/")
    url = client.post(f"{place}lms/out/", {"next": f"{place}games/"}, headers=IN_FRAME).json()["url"]

    tab = Client()
    assert tab.get(url)["Location"] == "/games/"
    assert tab.get("/account/").status_code == 200


def test_a_factor_set_up_meanwhile_ends_the_button(platform):
    client, user = Client(), person("lea")
    page = launch_in_a_frame(user, client, lambda _name: platform)["Location"]
    place = "/".join([*page.split("/")[:4], ""])
    url = client.post(f"{place}lms/out/", {"next": f"{place}games/"}, headers=IN_FRAME).json()["url"]

    with_factor(user)

    assert Client().get(url).status_code == 410


def test_a_new_password_by_mail_signs_nobody_in_and_the_factor_stays(client):
    user = with_factor(person("lea"))
    uid, token = urlsafe_base64_encode(force_bytes(user.pk)), default_token_generator.make_token(user)
    page = client.get(f"/password/{uid}/{token}/")["Location"]

    client.post(page, {"new_password1": "correct-horse-9", "new_password2": "correct-horse-9"})

    assert "_auth_user_id" not in client.session
    answer = client.post("/sign-in/", {"username": "lea", "password": "correct-horse-9"})
    assert (answer["Location"], SecondFactor.objects.count()) == (CODE_PAGE, 1)


@pytest.mark.parametrize(("state", "status"), [("none", 201), ("set up", 403), ("required and missing", 403)])
def test_a_token_by_password_needs_what_the_sign_in_needs(client, domego, state, status):
    in_state(person("lea"), state, domego)

    answer = client.post("/api/v1/token", {"username": "lea", "password": PASSWORD}, content_type="application/json")

    assert answer.status_code == status


def test_linking_needs_somebody_who_is_in(client, provider):
    with_factor(person("lea"))
    client.post("/sign-in/", {"username": "lea", "password": PASSWORD})

    for address in ("/account/sign-in/", "/account/sign-in/confirm/"):
        assert client.get(address)["Location"].startswith("/sign-in/"), address


PLACES: Final[dict[str, tuple[str, ...]]] = {
    "classrooms/people/accounts/views/accounts.py:form_valid": ("sign_in_form",),
    "classrooms/people/accounts/views/second_factors.py:sign_in_code": tuple(WAYS),
    "classrooms/people/signing_on/views.py:sign_on_back": ("single_sign_on",),
    "classrooms/connect/lms/views/entering.py:let_in": ("launch", "launch_in_a_frame"),
    "classrooms/connect/lms/views/protocol.py:lms_enter": ("launch_in_a_frame_without_cookies",),
    "classrooms/people/class_lists/views/join.py:_joined": ("course_code",),
    "classrooms/play/sessions/views/join.py:_as_guest": ("session_code",),
    "games/web/invites.py:come_back": ("personal_link",),
    # People whom the same request makes: they have nothing that could be asked for.
    "classrooms/people/class_lists/views/invitations.py:_signed_up": (),
    "games/web/invites.py:invite": (),
    "games/web/first_game.py:first_game": (),
    "classrooms/play/monitor/views/observers.py:observe": (),
    "classrooms/demo/views.py:try_demo": (),
}
"""Each function that signs a person in, with the ways of `WAYS` that use it."""
GATE: Final = "games/platform/persons.py:_sign_in"
"""The only caller of Django's own `login`."""


def _calls(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """The name of each function with the name of each function or method that it calls."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for each in ast.walk(function):
            if isinstance(each, ast.Call) and isinstance(each.func, ast.Name | ast.Attribute):
                yield function.name, each.func.id if isinstance(each.func, ast.Name) else f".{each.func.attr}"


TRACES: Final = ("enter(", "login(", "is_proven", "LoginView", "SESSION_KEY]", "post_reset_login")


def _sources() -> Iterator[tuple[str, ast.AST]]:
    """The modules that contain a trace of a sign-in, parsed."""
    root = Path(settings.BASE_DIR)
    for folder in ("games", "classrooms", "domego_site"):
        for path in sorted((root / folder).rglob("*.py")):
            text = path.read_text()
            if any(trace in text for trace in TRACES):
                yield path.relative_to(root).as_posix(), ast.parse(text)


def test_every_place_that_signs_somebody_in_is_in_the_table():
    gates = {"login", "alogin", "auth_login", ".login", ".alogin", ".auth_login", ".force_login"}
    enters, logins = set(), set()
    for path, tree in _sources():
        for function, called in _calls(tree):
            if called == "enter" or (called == ".enter" and "utboheme/rules" not in path):
                enters.add(f"{path}:{function}")
            if called in gates:
                logins.add(f"{path}:{function}")

    assert enters == set(PLACES)
    assert logins == {GATE}


def test_no_other_code_writes_who_is_signed_in_or_passes_the_gate():
    """`is_proven` passes the gate in three cases: after the code, for a person already signed in, and with a ticket of
    such a person.
    """
    proven, views, writers = set(), set(), set()
    for path, tree in _sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.keyword) and node.arg == "is_proven":
                proven.add(path)
            if isinstance(node, ast.ClassDef):
                bases = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
                views |= {f"{path}:{node.name}"} if "LoginView" in bases else set()
            if isinstance(node, ast.Assign | ast.AnnAssign):
                target = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
                writers |= {path} if "SESSION_KEY]" in target or "post_reset_login" in target else set()

    assert proven == {
        "classrooms/people/accounts/views/second_factors.py",
        "classrooms/connect/lms/views/entering.py",
        "classrooms/connect/lms/views/protocol.py",
    }
    assert (views, writers) == ({"classrooms/people/accounts/views/accounts.py:SignIn"}, set())
