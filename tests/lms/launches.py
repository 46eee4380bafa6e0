"""Launches from the platform of the tests, as a browser makes them."""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.test import Client

from classrooms.models import Course, LmsCourse, LmsDeployment, LmsPlatform
from tests.games.factories import NOW
from tests.lms.platform import CLIENT, COURSE, DEPLOYMENT, INSTRUCTOR, Platform

SITE = "http://testserver"
START = f"{SITE}/lms/start/"


def registered(platform: Platform, **more: Any) -> LmsPlatform:
    """The platform as staff of the site let it in."""
    row = LmsPlatform.objects.create(
        **{
            "name": "Moodle of the school",
            "product": "moodle",
            "issuer": platform.issuer,
            "client_id": CLIENT,
            "auth_url": f"{platform.issuer}/auth",
            "token_url": f"{platform.issuer}/token",
            "jwks_url": f"{platform.issuer}/jwks",
            "state": "on",
            "admits_all": True,
            "created_at": NOW,
            **more,
        }
    )
    LmsDeployment.objects.create(platform=row, deployment_id=DEPLOYMENT)
    return row


def connected(row: LmsPlatform, course: Course, platform: Platform) -> LmsCourse:
    """The platform's course is this one of ours."""
    services = f"{platform.issuer}/courses/{COURSE}"
    return LmsCourse.objects.create(
        deployment=row.deployments.get(),
        context_id=COURSE,
        title="Construction management",
        course=course,
        is_allowed=True,
        members_url=f"{services}/members",
        line_items_url=f"{services}/items",
        created_at=NOW,
    )


@dataclass
class Browser:
    """One browser, and the platform from which it comes."""

    platform: Platform
    client: Client = field(default_factory=Client)

    def begin(self, *, framed: bool = False, **sent: Any) -> Any:
        """The platform sends the browser to us."""
        asked = {
            "iss": self.platform.issuer,
            "client_id": CLIENT,
            "login_hint": "7",
            "target_link_uri": START,
            "lti_message_hint": "launch-1",
            "lti_deployment_id": DEPLOYMENT,
            **sent,
        }
        given = {name: value for name, value in asked.items() if value is not None}
        headers = {"Sec-Fetch-Dest": "iframe"} if framed else {"Sec-Fetch-Dest": "document"}
        return self.client.post("/lms/login/", given, headers=headers)

    def asked(self, answer: Any) -> dict[str, str]:
        """What we asked the platform."""
        url = answer["Location"] if answer.status_code == 302 else answer.context["begun"].url
        return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}

    def finish(self, asked: dict[str, str], token: str | None = None, **claims: Any) -> Any:
        """The platform's answer comes back with the browser."""
        if token is None:
            target = claims.pop("target", START)
            token = self.platform.token(self.platform.claims(asked["nonce"], target, **claims))
        return self.client.post("/lms/launch/", {"state": asked["state"], "id_token": token})

    def launch(self, *, framed: bool = False, **claims: Any) -> Any:
        """Both, in one."""
        return self.finish(self.asked(self.begin(framed=framed)), **claims)

    def launch_as_teacher(self, **claims: Any) -> Any:
        """Somebody who teaches there and is new here."""
        teacher = {"sub": "teacher-1", "name": "Claire Bonnet", "given_name": "Claire", "family_name": "Bonnet"}
        return self.launch(**{**teacher, "roles": [INSTRUCTOR], **claims})
