"""A learning platform inside the tests. It answers over HTTP on this machine as Moodle 4.5 does, and makes errors on
request."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwt.algorithms import RSAAlgorithm

from classrooms.connect.lms.claims import AGS, CLAIM, DL, NRPS
from classrooms.connect.lms.tokens import LINE_ITEM, RESULT, SCORE

CLIENT = "client-1"
DEPLOYMENT = "1"
COURSE = "course-7"
MEMBER = "http://purl.imsglobal.org/vocab/lis/v2/membership"
INSTRUCTOR, LEARNER = f"{MEMBER}#Instructor", f"{MEMBER}#Learner"
ASSISTANT = "http://purl.imsglobal.org/vocab/lis/v2/membership/Instructor#TeachingAssistant"
MENTOR = f"{MEMBER}#Mentor"
TEST_USER = "http://purl.imsglobal.org/vocab/lti/system/person#TestUser"

Answer = tuple[int, dict[str, str], Any]


def new_key() -> Any:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


class Platform:
    """People, columns and marks are plain attributes. `asked` lists the requests. `wrong` maps the beginning of a path
    to a list of responses, each used once instead of the right one.
    """

    def __init__(self, port: int) -> None:
        self.issuer = f"http://127.0.0.1:{port}"
        self.key, self.kid = new_key(), "k1"
        self.members: list[dict[str, Any]] = []
        self.groups: list[dict[str, Any]] = []
        self.page = 100
        self.items: dict[str, dict[str, Any]] = {}
        self.marks: dict[tuple[str, str], dict[str, Any]] = {}
        self.overridden: set[tuple[str, str]] = set()
        self.asked: list[tuple[str, str]] = []
        self.sent: list[dict[str, Any]] = []
        self.wrong: dict[str, list[Answer | Callable[[], Answer]]] = {}
        self.registered: list[dict[str, Any]] = []
        self.configuration: dict[str, Any] = {}
        self.tool_keys: Callable[[], dict[str, Any]] = lambda: {"keys": []}
        self.assertions: list[dict[str, Any]] = []
        self.audience = f"{self.issuer}/token"
        self.takes_back = True
        """If false, a score without a grade changes nothing, as in Canvas."""

    @property
    def keys(self) -> dict[str, Any]:
        public = json.loads(RSAAlgorithm.to_jwk(self.key.public_key()))
        return {"keys": [{**public, "kid": self.kid, "alg": "RS256", "use": "sig"}]}

    def public_pem(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)

    def claims(self, nonce: str, target: str, **more: Any) -> dict[str, Any]:
        """The claims of a launch. `more` replaces claims by name, also by short names. None leaves one out."""
        now = int(time.time())
        short = {
            "message": "message_type", "deployment": "deployment_id", "roles": "roles", "context": "context",
            "link": "resource_link", "custom": "custom", "target": "target_link_uri", "version": "version",
            "presentation": "launch_presentation",
        }  # fmt: skip
        services = f"{self.issuer}/courses/{COURSE}"
        found: dict[str, Any] = {
            "iss": self.issuer,
            "aud": CLIENT,
            "sub": "student-1",
            "iat": now,
            "exp": now + 60,
            "nonce": nonce,
            "name": "Léa Moreau",
            "given_name": "Léa",
            "family_name": "Moreau",
            CLAIM + "version": "1.3.0",
            CLAIM + "message_type": "LtiResourceLinkRequest",
            CLAIM + "deployment_id": DEPLOYMENT,
            CLAIM + "target_link_uri": target,
            CLAIM + "roles": [LEARNER],
            CLAIM + "context": {"id": COURSE, "title": "Construction management", "label": "BUILD"},
            CLAIM + "resource_link": {"id": "link-1", "title": "Tuesday workshop"},
            NRPS: {"context_memberships_url": f"{services}/members", "service_versions": ["2.0"]},
            AGS: {"lineitems": f"{services}/items", "scope": [SCORE, RESULT, LINE_ITEM]},
        }
        for name, value in more.items():
            key = CLAIM + short[name] if name in short else {"deep": DL + "deep_linking_settings"}.get(name, name)
            found[key] = value
        return {name: value for name, value in found.items() if value is not None}

    def token(self, claims: dict[str, Any], *, kid: str | None = None, key: Any = None, alg: str = "RS256") -> str:
        return jwt.encode(claims, key or self.key, algorithm=alg, headers={"kid": self.kid if kid is None else kid})

    def answer(self, method: str, url: str, headers: Any, body: bytes) -> Answer:
        parts = urlsplit(url)
        path, asked = parts.path, {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.asked.append((method, url))
        for beginning, answers in self.wrong.items():
            if path.startswith(beginning) and answers:
                given = answers.pop(0)
                return given() if callable(given) else given
        if path == "/jwks":
            return 200, {}, self.keys
        if path == "/token":
            return self._token(body)
        if path == "/.well-known/openid-configuration":
            return 200, {}, self._configuration()
        if path == "/register":
            return self._register(headers, body)
        if not headers.get("Authorization", "").startswith("Bearer token-"):
            return 401, {}, {"error": "invalid_token"}
        return self._service(method, path, asked, body)

    def _token(self, body: bytes) -> Answer:
        sent = {name: values[0] for name, values in parse_qs(body.decode()).items()}
        kid = jwt.get_unverified_header(sent["client_assertion"])["kid"]
        known = next(key for key in self.tool_keys()["keys"] if key["kid"] == kid)
        claims = jwt.decode(
            sent["client_assertion"],
            jwt.PyJWK(known).key,
            algorithms=["RS256"],
            audience=self.audience,
            options={"verify_exp": False, "verify_iat": False},  # tests have clocks of their own
        )
        if claims["iss"] != CLIENT or any(claims["jti"] == each["jti"] for each in self.assertions):
            return 400, {}, {"error": "invalid_client"}
        self.assertions.append(claims)
        return 200, {}, {"access_token": f"token-{len(self.assertions)}", "expires_in": 3600, "scope": sent["scope"]}

    def _configuration(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/jwks",
            "authorization_endpoint": f"{self.issuer}/auth",
            "registration_endpoint": f"{self.issuer}/register",
            "https://purl.imsglobal.org/spec/lti-platform-configuration": {"product_family_code": "moodle"},
            **self.configuration,
        }

    def _register(self, headers: Any, body: bytes) -> Answer:
        told = json.loads(body)
        self.registered.append({"token": headers.get("Authorization", ""), **told})
        tool = "https://purl.imsglobal.org/spec/lti-tool-configuration"
        return 200, {}, {"client_id": CLIENT, **told, tool: {**told[tool], "deployment_id": DEPLOYMENT}}

    def _service(self, method: str, path: str, asked: dict[str, str], body: bytes) -> Answer:
        base = f"/courses/{COURSE}"
        if path == f"{base}/members":
            start, limit = int(asked.get("from", 0)), min(self.page, int(asked.get("limit", self.page)))
            rows = self.members[start : start + limit]
            link = f"&rlid={asked['rlid']}" if "rlid" in asked else ""
            if not link:  # as a Moodle does: what a launch would say of each is told for a link only
                rows = [{name: value for name, value in row.items() if name != "message"} for row in rows]
            more = start + limit < len(self.members)
            url = f"{self.issuer}{path}?limit={limit}&from={start + limit}{link}"
            return 200, {"Link": f'<{url}>; rel="next"'} if more else {}, {"members": rows}
        if path == f"{base}/groups":
            return 200, {}, {"groups": self.groups}
        if path == f"{base}/items" and method == "GET":
            return 200, {}, [row for row in self.items.values() if row["resourceId"] == asked.get("resource_id")]
        if path == f"{base}/items":
            return self._new_item(json.loads(body))
        item, _sep, part = path.removeprefix(f"{base}/items/").partition("/")
        if item not in self.items:
            return 404, {}, {}
        if part == "results":
            return 200, {}, self._results(item, asked.get("user_id", ""))
        if part == "scores":
            return self._score(item, json.loads(body))
        if method == "DELETE":
            del self.items[item]
            return 204, {}, None
        return 200, {}, self.items[item]

    def _new_item(self, row: dict[str, Any]) -> Answer:
        number = str(len(self.items) + 1)
        self.items[number] = {**row, "id": f"{self.issuer}/courses/{COURSE}/items/{number}"}
        return 201, {}, self.items[number]

    def activity(self, number: str, resource_id: str = "") -> str:
        """Add an activity with column `number`. Returns the column's address."""
        url = f"{self.issuer}/courses/{COURSE}/items/{number}"
        tag = {"resourceId": resource_id, "tag": "domego-marks"} if resource_id else {"resourceId": ""}
        self.items[number] = {"id": url, "label": "Tuesday workshop", "resourceLinkId": f"link-{number}", **tag}
        return url

    def delete_activity(self, number: str) -> None:
        """Delete an activity with its column and marks."""
        del self.items[number]
        self.marks = {key: mark for key, mark in self.marks.items() if key[0] != number}

    def _results(self, item: str, user: str) -> list[dict[str, Any]]:
        found = self.marks.get((item, user))
        if found is None or found["score"] is None:
            return []
        return [{"userId": user, "resultScore": found["score"], "resultMaximum": found["maximum"]}]

    def _score(self, item: str, row: dict[str, Any]) -> Answer:
        self.sent.append(row)
        there = self.marks.get((item, row["userId"]))
        if there is not None and there["at"] >= row["timestamp"]:
            return 409, {}, {"error": "older"}
        if row["gradingProgress"] != "FullyGraded" and not self.takes_back:
            return 200, {}, None
        score = row.get("scoreGiven") if row["gradingProgress"] == "FullyGraded" else None
        if (item, row["userId"]) in self.overridden:
            return 200, {}, None
        self.marks[item, row["userId"]] = {
            "score": score,
            "maximum": row.get("scoreMaximum", 1),
            "at": row["timestamp"],
            "comment": row["comment"],
        }
        return 200, {}, None

    def change(self, item: str, user: str, score: float | None, at: str = "") -> None:
        """A teacher changes a mark on the platform."""
        there = self.marks.setdefault((item, user), {"maximum": 20, "at": at, "comment": ""})
        there["score"] = score


P = TypeVar("P", bound=Platform)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    platform: Platform

    def _do(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        status, headers, content = self.platform.answer(self.command, self.path, self.headers, self.rfile.read(length))
        body = content if isinstance(content, bytes) else b"" if content is None else json.dumps(content).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        with suppress(ConnectionError):  # who asked may be gone
            self.end_headers()
            self.wfile.write(body)

    do_GET = do_POST = do_PUT = do_DELETE = _do

    def log_message(self, *args: Any) -> None:
        """Requests are kept in `asked` and not logged."""


@contextmanager
def running(kind: Callable[[int], P] = Platform) -> Iterator[P]:
    """A platform that answers until the end of the test."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    platform = kind(server.server_address[1])
    server.RequestHandlerClass = type("Handler", (_Handler,), {"platform": platform})
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield platform
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
