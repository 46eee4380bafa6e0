"""Launches from the test platform, as a browser makes them."""

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
    """The registration of the platform, admitted by staff of the site."""
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
    """Connect the platform's course with this course of the site."""
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
    """A browser that comes from a platform."""

    platform: Platform
    client: Client = field(default_factory=Client)

    def begin(self, *, framed: bool = False, **sent: Any) -> Any:
        """The login request, by which the platform sends the browser to the site."""
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
        """The parameters of the site's request to the platform."""
        url = answer["Location"] if answer.status_code == 302 else answer.context["begun"].url
        return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}

    def finish(self, asked: dict[str, str], token: str | None = None, **claims: Any) -> Any:
        """The launch, with the platform's token."""
        if token is None:
            target = claims.pop("target", START)
            token = self.platform.token(self.platform.claims(asked["nonce"], target, **claims))
        return self.client.post("/lms/launch/", {"state": asked["state"], "id_token": token})

    def launch(self, *, framed: bool = False, **claims: Any) -> Any:
        """A whole launch: login request and token."""
        return self.finish(self.asked(self.begin(framed=framed)), **claims)

    def launch_as_teacher(self, **claims: Any) -> Any:
        """A launch by a teacher of the platform who is new here."""
        teacher = {"sub": "teacher-1", "name": "Claire Bonnet", "given_name": "Claire", "family_name": "Bonnet"}
        return self.launch(**{**teacher, "roles": [INSTRUCTOR], **claims})
