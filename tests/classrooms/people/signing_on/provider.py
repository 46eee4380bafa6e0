"""A provider of sign-ins on this machine whose every answer can be made wrong."""

import base64
import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT = "domego"
SECRET = "a secret of tests"
KEY = RSAKey.generate_key(2048, {"kid": "one", "use": "sig"})
OTHER_KEY = RSAKey.generate_key(2048, {"kid": "one", "use": "sig"})
"""Another party's key with the same id."""
ANNA = {
    "sub": "anna-7",
    "name": "Anna Berg",
    "given_name": "Anna",
    "family_name": "Berg",
    "email": "anna@uni.example.org",
    "email_verified": True,
}


def encoded(part: Any) -> str:
    text = part if isinstance(part, bytes) else json.dumps(part).encode()
    return base64.urlsafe_b64encode(text).rstrip(b"=").decode()


class Provider:
    """A test provider. `person` signs in next. `claims` changes the claims about them, and `token` makes the token from
    these. `discovery` and `answers` (by path: status and body) replace whole responses.
    """

    def __init__(self) -> None:
        self.person: dict[str, Any] = dict(ANNA)
        self.claims: Callable[[dict[str, Any]], dict[str, Any]] = lambda claims: claims
        self.token: Callable[[dict[str, Any]], str] = self.signed
        self.discovery: dict[str, Any] = {}
        self.answers: dict[str, tuple[int, Any]] = {}
        self.asked: dict[str, str] = {}
        self.exchanged: list[dict[str, str]] = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def signed(self, claims: dict[str, Any]) -> str:
        return jwt.encode({"alg": "RS256", "kid": "one"}, claims, KEY)

    def come_back(self, client: Any, start: str = "/sign-in/with/") -> Any:
        """Send a browser to the provider and back, signed in there. Returns the last response."""
        away = client.get(start)
        assert away.status_code == 302, away.content
        return client.get(self.back(away["Location"]))

    def back(self, address: str) -> str:
        """The redirect of the provider for a browser that came to `address`."""
        self.asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        back = urlsplit(self.asked["redirect_uri"]).path
        return f"{back}?code=a-code&state={self.asked['state']}"

    def answer(self, path: str, body: dict[str, str]) -> tuple[int, Any]:
        if path in self.answers:
            return self.answers[path]
        if path == "/.well-known/openid-configuration":
            found = {
                "issuer": self.url,
                "authorization_endpoint": f"{self.url}/authorize",
                "token_endpoint": f"{self.url}/token",
                "jwks_uri": f"{self.url}/keys",
                "id_token_signing_alg_values_supported": ["RS256", "HS256", "none"],
            }
            return 200, found | self.discovery
        if path == "/keys":
            return 200, {"keys": [KEY.as_dict(private=False)]}
        if path == "/token":
            self.exchanged.append(body)
            verifier = hashlib.sha256(body.get("code_verifier", "").encode()).digest()
            if encoded(verifier) != self.asked["code_challenge"]:
                return 400, {"error": "invalid_grant"}
            now = int(time.time())
            said = {
                "iss": self.url, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": self.asked["nonce"],
                **self.person,
            }  # fmt: skip
            token = self.token(self.claims(said))
            return 200, {"access_token": "an-access-token", "token_type": "Bearer", "id_token": token}
        return 404, {"error": "not_found"}


def _handler(provider: Provider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._say(*provider.answer(urlsplit(self.path).path, {}))

        def do_POST(self) -> None:
            text = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
            body = {name: values[0] for name, values in parse_qs(text).items()}
            self._say(*provider.answer(urlsplit(self.path).path, body))

        def _say(self, status: int, body: Any) -> None:
            text = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_arguments: Any) -> None:
            pass

    return Handler


@contextmanager
def running() -> Iterator[Provider]:
    """A provider that answers until the block ends."""
    provider = Provider()
    thread = threading.Thread(target=provider.server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        provider.server.shutdown()
        provider.server.server_close()
        thread.join()
