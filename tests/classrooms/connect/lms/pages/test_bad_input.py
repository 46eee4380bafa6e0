"""Bad input to LTI: the reader gets a sentence, the operator a log line, and nothing changes."""

import hashlib
import hmac
import json
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import jwt
import pytest
from django.apps import apps
from django.core.cache import cache
from django.utils.html import escape

from classrooms.connect.lms.faults import FAULTS, LmsFault
from classrooms.connect.lms.services import launching, rosters, scores, sending
from classrooms.models import Enrolment, LmsCourse, LmsLogin, LmsMember, LmsPerson, LmsPlatform, LmsScore, User
from games.platform import clock
from tests.classrooms.factories import session_of
from tests.games.factories import person
from tests.lms.launches import START, Browser
from tests.lms.platform import INSTRUCTOR, LEARNER, TEST_USER, new_key

TABLES = ("User", "Enrolment", "LmsPerson", "LmsMember", "LmsLink", "Team", "Session")
"""Tables that a refused request must not change."""


def rows() -> dict[str, list[Any]]:
    models = {name: apps.get_model("classrooms", name) for name in TABLES}
    return {name: list(model.objects.order_by("pk").values()) for name, model in models.items()}


@dataclass
class Stage:
    """A course of a platform, its test platform and one person's browser."""

    here: LmsCourse
    platform: Any
    browser: Browser
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def row(self) -> LmsPlatform:
        return self.here.deployment.platform

    def begun(self) -> dict[str, str]:
        return self.browser.asked(self.browser.begin())

    def launch(self, **claims: Any) -> Any:
        return self.browser.launch(**claims)

    def with_token(self, make: Callable[[dict[str, Any]], str], **claims: Any) -> Any:
        """A launch whose token is made by `token`."""
        asked = self.begun()
        return self.browser.finish(asked, make(self.platform.claims(asked["nonce"], START, **claims)))


def replayed(stage: Stage) -> Any:
    asked = stage.begun()
    token = stage.platform.token(stage.platform.claims(asked["nonce"], START, roles=["nothing"]))
    stage.browser.finish(asked, token)
    return stage.browser.finish(asked, token)


def another_browser(stage: Stage) -> Any:
    asked = stage.begun()
    return Browser(stage.platform).finish(asked)


def old_state(stage: Stage) -> Any:
    asked = stage.begun()
    LmsLogin.objects.update(created_at=clock.now() - timedelta(minutes=11))
    return stage.browser.finish(asked)


def nonce_of_another(stage: Stage) -> Any:
    one, two = stage.begun(), stage.begun()
    return stage.browser.finish(one, stage.platform.token(stage.platform.claims(two["nonce"], START)))


def hmac_with_public_key(stage: Stage) -> Any:
    """A known attack: the public key is used as a shared secret."""
    pem = stage.platform.public_pem()

    def make(claims: dict[str, Any]) -> str:
        head = jwt.utils.base64url_encode(b'{"alg":"HS256","typ":"JWT","kid":"k1"}').decode()
        body = jwt.utils.base64url_encode(json.dumps(claims).encode()).decode()
        sign = hmac.new(pem, f"{head}.{body}".encode(), hashlib.sha256).digest()
        return f"{head}.{body}.{jwt.utils.base64url_encode(sign).decode()}"

    return stage.with_token(make)


def tampered(stage: Stage) -> Any:
    def make(claims: dict[str, Any]) -> str:
        head, _body, sign = stage.platform.token(claims).split(".")
        other = stage.platform.token({**claims, "sub": "teacher-1"}).split(".")[1]
        return f"{head}.{other}.{sign}"

    return stage.with_token(make)


def withdrawn_midway(stage: Stage) -> Any:
    asked = stage.begun()
    LmsPlatform.objects.update(state="withdrawn")
    return stage.browser.finish(asked)


def removed_learner(stage: Stage) -> Any:
    user = person("zoe")
    known = LmsPerson.objects.create(platform=stage.row, subject="zoe", user=user, created_at=clock.now())
    LmsMember.objects.create(lms_course=stage.here, person=known, role="student", seen_at=clock.now())
    Enrolment.objects.create(course=stage.here.course, user=user, left_at=clock.now())
    stage.more["before"] = rows()
    return stage.launch(sub="zoe", name="Zoé")


def administrator(stage: Stage) -> Any:
    user = person("root")
    User.objects.filter(pk=user.pk).update(is_superuser=True)
    LmsPerson.objects.create(platform=stage.row, subject="root", user=user, created_at=clock.now())
    stage.more["before"] = rows()
    return stage.launch(sub="root", roles=[INSTRUCTOR])


def waiting_course(stage: Stage) -> Any:
    LmsCourse.objects.update(is_allowed=None)
    LmsPlatform.objects.update(admits_all=False)
    return stage.launch()


def refused_course(stage: Stage) -> Any:
    LmsCourse.objects.update(is_allowed=False)
    return stage.launch()


def keys_answer(stage: Stage, *answers: Any) -> Any:
    cache.clear()
    stage.platform.wrong["/jwks"] = list(answers)
    return stage.launch()


def platform_gone(stage: Stage) -> Any:
    LmsPlatform.objects.update(jwks_url="http://127.0.0.1:9/jwks")
    return stage.launch()


def used_ticket(stage: Stage) -> Any:
    return stage.browser.client.get("/lms/enter/forged-ticket/")


def nothing_to_rehearse(stage: Stage) -> Any:
    stage.here.links.create(
        link_id="link-1", session=session_of(stage.here.course, teams=1), created_at=stage.here.created_at
    )
    return stage.launch(roles=[LEARNER, TEST_USER])


CASES: dict[str, tuple[str, Callable[[Stage], Any]]] = {
    # Before the platform was asked
    "no issuer": ("login_incomplete", lambda s: s.browser.begin(iss=None)),
    "no login hint": ("login_incomplete", lambda s: s.browser.begin(login_hint=None)),
    "no target": ("login_incomplete", lambda s: s.browser.begin(target_link_uri=None)),
    "an issuer that nobody registered": ("unknown_platform", lambda s: s.browser.begin(iss="https://evil.example")),
    "a client that nobody registered": ("unknown_platform", lambda s: s.browser.begin(client_id="other")),
    "a target on another site": ("foreign_target", lambda s: s.browser.begin(target_link_uri="https://evil.example/")),
    "a target that is another page": (
        "foreign_target",
        lambda s: s.browser.begin(target_link_uri="http://testserver/accounts/"),
    ),
    "a target with a trick in it": (
        "foreign_target",
        lambda s: s.browser.begin(target_link_uri="http://testserver\\@evil.example/lms/start/"),
    ),
    "a platform that waits for staff": (
        "platform_waiting",
        lambda s: (LmsPlatform.objects.update(state="waiting"), s.browser.begin())[1],
    ),
    "a platform that was withdrawn": (
        "platform_withdrawn",
        lambda s: (LmsPlatform.objects.update(state="withdrawn"), s.browser.begin())[1],
    ),
    # The state, and whose it is
    "a token that comes twice": ("state_used", replayed),
    "a state that nobody began": ("state_unknown", lambda s: s.browser.finish({"state": "x" * 43, "nonce": "n"})),
    "a state of no length": ("state_unknown", lambda s: s.browser.finish({"state": "", "nonce": "n"})),
    "a state that is eleven minutes old": ("state_unknown", old_state),
    "the state of another browser": ("other_browser", another_browser),
    "the token of another tab": ("wrong_nonce", nonce_of_another),
    "a registration withdrawn between the two steps": ("platform_withdrawn", withdrawn_midway),
    "a platform that says no": (
        "platform_refused",
        lambda s: s.browser.client.post("/lms/launch/", {"state": s.begun()["state"], "error": "access_denied"}),
    ),
    # The token
    "no token": ("token_missing", lambda s: s.browser.finish(s.begun(), "")),
    "a token that is none": ("token_unreadable", lambda s: s.browser.finish(s.begun(), "not.a.token")),
    "a token of a hundred kilobytes": ("token_unreadable", lambda s: s.browser.finish(s.begun(), "a" * 100_000)),
    "a token that nobody signed": (
        "bad_algorithm",
        lambda s: s.with_token(lambda claims: jwt.encode(claims, None, algorithm="none", headers={"kid": "k1"})),
    ),
    "a token signed with the public key as a secret": ("bad_algorithm", hmac_with_public_key),
    "a token with a key that the platform does not publish": (
        "unknown_key",
        lambda s: s.with_token(lambda claims: s.platform.token(claims, kid="other")),
    ),
    "a token signed by somebody else under a known name": (
        "bad_signature",
        lambda s: s.with_token(lambda claims: s.platform.token(claims, key=new_key())),
    ),
    "a token with another content than was signed": ("bad_signature", tampered),
    "another issuer in the token": ("wrong_issuer", lambda s: s.launch(iss="https://evil.example")),
    "a token for another site": ("wrong_audience", lambda s: s.launch(aud="client-2")),
    "a token for two sites that does not say for which": ("wrong_azp", lambda s: s.launch(aud=["client-1", "c2"])),
    "a token made for another site": ("wrong_azp", lambda s: s.launch(azp="client-2")),
    "a token that is over": ("token_expired", lambda s: s.launch(exp=int(time.time()) - 400)),
    "a clock that is six minutes ahead": ("token_early", lambda s: s.launch(iat=int(time.time()) + 360)),
    "a token that is not valid yet": ("token_early", lambda s: s.launch(nbf=int(time.time()) + 400)),
    "a token of this morning that lasts all day": (
        "token_old",
        lambda s: s.launch(iat=int(time.time()) - 7200, exp=int(time.time()) + 7200),
    ),
    "a token that does not say when it was made": ("claim_missing", lambda s: s.launch(iat=None)),
    "a token whose end is a word": ("claim_missing", lambda s: s.launch(exp="tomorrow")),
    "a token without a nonce": (
        "wrong_nonce",
        lambda s: s.with_token(lambda claims: s.platform.token({**claims, "nonce": None})),
    ),
    # What it says
    "a deployment that nobody registered": ("wrong_deployment", lambda s: s.launch(deployment="77")),
    "no deployment": ("wrong_deployment", lambda s: s.launch(deployment=None)),
    "LTI of another version": ("wrong_version", lambda s: s.launch(version="1.1")),
    "a message that nobody knows": ("wrong_message", lambda s: s.launch(message="LtiStartProctoring")),
    "a target that was changed on the way": ("changed_target", lambda s: s.launch(target=START + "?session=9")),
    "nobody": ("claim_missing", lambda s: s.launch(sub=None)),
    "no course": ("claim_missing", lambda s: s.launch(context=None)),
    "no link": ("claim_missing", lambda s: s.launch(link=None)),
    "a part that is none here": ("no_role", lambda s: s.launch(roles=["urn:something#Else"])),
    "an administrator of the platform without a part in the course": (
        "no_role",
        lambda s: s.launch(roles=["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Administrator"]),
    ),
    # Who comes
    "a learner whom our staff took off the list": ("removed", removed_learner),
    "an account of the site's administration": ("admin_account", administrator),
    "a course that waits for staff": ("course_waiting", waiting_course),
    "a course that staff did not let in": ("course_refused", refused_course),
    "a ticket that was forged": ("ticket_used", used_ticket),
    # A platform that does wrong itself
    "a platform that is down": ("away", platform_gone),
    "keys that are a page": ("not_json", lambda s: keys_answer(s, (200, {}, b"<html>Sign in</html>"))),
    "keys that are elsewhere": (
        "elsewhere",
        lambda s: keys_answer(s, (302, {"Location": "https://evil.example/"}, None)),
    ),
    "keys that are a list": ("unexpected", lambda s: keys_answer(s, (200, {}, []))),
    "keys of five megabytes": ("too_long", lambda s: keys_answer(s, (200, {}, b" " * 5_000_000))),
    "keys that are refused": ("refused", lambda s: keys_answer(s, (404, {}, {}))),
    "a platform that is busy": ("busy", lambda s: keys_answer(s, (503, {"Retry-After": "60"}, {}))),
}


@pytest.mark.parametrize("case", CASES)
def test_it_is_said_and_logged_and_nothing_changes(case, here, platform, browser, caplog):
    kind, act = CASES[case]
    stage = Stage(here, platform, browser)
    before = rows()

    with caplog.at_level(logging.WARNING, logger="classrooms.connect.lms"):
        answer = act(stage)

    assert answer.status_code == FAULTS[kind][0]
    assert (answer.context["fault"].kind, answer.context["sentence"]) == (kind, str(answer.context["fault"]))
    assert escape(answer.context["sentence"]) in answer.content.decode()
    logged = [record.getMessage() for record in caplog.records if record.name == "classrooms.connect.lms"]
    assert f": {kind} (platform " in logged[-1]
    assert rows() == stage.more.get("before", before)
    assert "_auth_user_id" not in browser.client.session


def test_clocks_that_differ_by_less_than_five_minutes_do_not_matter(here, browser):
    moment = int(time.time())

    assert browser.launch(iat=moment + 240, exp=moment + 300).status_code == 302
    assert browser.launch(iat=moment - 400, exp=moment - 240).status_code == 302


def test_a_key_that_is_new_there_is_fetched_once(here, platform, browser):
    browser.launch()
    platform.key, platform.kid = new_key(), "k2"
    platform.asked.clear()

    answer = Browser(platform).launch()

    assert (answer.status_code, platform.asked) == (302, [("GET", "/jwks")])
    platform.asked.clear()
    unknown = Browser(platform)
    asked = unknown.asked(unknown.begin())
    token = platform.token(platform.claims(asked["nonce"], START), kid="k9")
    assert unknown.finish(asked, token).status_code == 403
    assert platform.asked == []


def test_a_bad_answer_to_a_launch_never_uses_up_another_one(here, browser):
    one, two = browser.asked(browser.begin()), browser.asked(browser.begin())
    browser.finish(one, "not.a.token")

    assert browser.finish(two).status_code == 302


def test_a_test_student_finds_nothing_to_rehearse_and_is_on_no_list(here, platform, browser):
    stage = Stage(here, platform, browser)

    answer = nothing_to_rehearse(stage)

    assert (answer.status_code, answer.context["fault"].kind) == (409, "nothing_to_rehearse")
    assert list(Enrolment.objects.filter(course=here.course).values_list("role", flat=True)) == ["instructor"]


@dataclass(frozen=True)
class Service:
    """A request to the platform in the background, and its answer."""

    kind: str
    path: str
    answer: Any


SERVICES = {
    "a list that is a page": Service("not_json", "/courses/course-7/members", (200, {}, b"<html></html>")),
    "a list without members": Service("unexpected", "/courses/course-7/members", (200, {}, {"people": []})),
    "a list of numbers": Service("unexpected", "/courses/course-7/members", (200, {}, {"members": [1, 2]})),
    "a list that is refused": Service("refused", "/courses/course-7/members", (403, {}, {})),
    "a list that is too busy": Service("busy", "/courses/course-7/members", (429, {"Retry-After": "9"}, {})),
    "access that is refused": Service("no_token", "/token", (400, {}, {"error": "invalid_scope"})),
    "access that is a page": Service("not_json", "/token", (200, {}, b"<html></html>")),
}


@pytest.mark.parametrize("case", SERVICES)
def test_a_list_that_cannot_be_read_changes_nobody_and_says_why(case, here, platform, caplog):
    service = SERVICES[case]
    platform.wrong[service.path] = [service.answer]
    before = rows()

    with caplog.at_level(logging.WARNING, logger="classrooms.connect.lms"), pytest.raises(LmsFault) as fault:
        rosters.roster_read(lms_course=here)

    here.refresh_from_db()
    stage_row = LmsPlatform.objects.get()
    assert (fault.value.kind, here.roster_fault, stage_row.fault) == (service.kind,) * 3
    assert f"lms roster: {service.kind} (platform " in caplog.records[-1].getMessage()
    assert rows() == before


def test_a_platform_that_never_ends_its_answer_is_left(here, platform, monkeypatch):
    monkeypatch.setattr("classrooms.connect.lms.calling.PATIENCE", 0.3)

    def slow():
        time.sleep(1)
        return 200, {}, {"members": []}

    platform.wrong["/courses/course-7/members"] = [slow]

    with pytest.raises(LmsFault) as fault:
        rosters.roster_read(lms_course=here)

    assert fault.value.kind == "too_slow"


def test_marks_for_a_course_without_a_gradebook_wait_with_a_reason(here, platform, no_broker):
    LmsCourse.objects.update(line_items_url="")
    play_session = session_of(here.course, teams=1)
    item = scores.line_item_open(lms_course=LmsCourse.objects.get(), play_session=play_session)
    known = LmsPerson.objects.create(
        platform=here.deployment.platform, subject="s", user=person("s"), created_at=clock.now()
    )
    LmsScore.objects.create(
        line_item=item, person=known, state="waiting", wanted=1500, next_at=clock.now(), asked_at=clock.now()
    )

    assert sending.scores_send(item_id=item.pk) == 0

    row = LmsScore.objects.get()
    assert (row.state, row.fault, platform.asked) == ("refused", "no_service", [])


def test_launches_are_forgotten_after_half_a_day(here, browser):
    browser.launch()
    assert launching.logins_forget(now=clock.now()) == 0
    assert launching.logins_forget(now=clock.now() + timedelta(hours=13)) == 1
    assert LmsLogin.objects.count() == 0
