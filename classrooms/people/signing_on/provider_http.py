"""HTTP connections of Authlib to the provider, through the site's own HTTP client in place of that of requests."""

import io
from typing import Any, Final
from urllib.parse import urlsplit

from authlib.integrations.requests_client import OAuth2Session
from requests import PreparedRequest, RequestException, Response
from requests.adapters import BaseAdapter

from games.public.work import outside

PATIENCE: Final = 8.0
"""Seconds that the provider has for each answer."""
REDIRECTS: Final = 3
"""The greatest number of redirects: a provider's discovery may be at another path of its host."""
OURS: Final = frozenset({"accept-encoding", "connection", "content-length"})


class Outside(BaseAdapter):
    """An adapter of requests. Raises RequestException if there is no answer."""

    def send(self, request: PreparedRequest, *_args: Any, **_options: Any) -> Response:
        """Send a request; see requests."""
        body: Any = request.body  # a form of Authlib's or nothing: never a stream
        headers = {name: str(value) for name, value in request.headers.items() if name.lower() not in OURS}
        try:
            answer = outside.call(
                urlsplit(request.url or ""),
                method=request.method or "GET",
                body=body.encode() if isinstance(body, str) else body,
                headers=headers,
                patience=PATIENCE,
                redirects=REDIRECTS,
                anywhere=True,
            )
        except outside.CallFault as fault:
            raise RequestException(fault.code) from fault
        found = Response()
        found.status_code, found.url, found.request = answer.status, request.url or "", request
        found.headers.update(answer.headers)
        found.raw = io.BytesIO(answer.content)
        return found

    def close(self) -> None:
        """Nothing has to be closed."""


class Asking(OAuth2Session):
    """A session of requests whose calls are limited in time, and which ignores the machine's proxies and password
    files.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.trust_env = False
        for scheme in ("https://", "http://"):
            self.mount(scheme, Outside())

    def request(self, method: str, url: str, **options: Any) -> Any:
        """Send a request; see requests. A redirect that remains after the call leads to another host."""
        return super().request(method, url, **{**options, "allow_redirects": False})
