"""Faults that no page may have, recorded while the page is used."""

from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response, WebError

TELL_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error("CSP violation", event.violatedDirective, event.blockedURI));
"""
REFUSED = 422


class Watch:
    """Complaints of a browser: errors and warnings of the console, violations of the content security policy, requests
    to other hosts, error responses. A refused form (422) is no complaint.
    """

    def __init__(self, context: BrowserContext, hosts: tuple[str, ...], forgives: tuple[str, ...] = ()) -> None:
        self.complaints: list[str] = []
        self._hosts = hosts
        self._forgives = forgives
        context.add_init_script(TELL_VIOLATIONS)
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)
        context.on("response", self._response)

    def _note(self, text: str) -> None:
        if not any(words in text for words in self._forgives):
            self.complaints.append(text)

    def _console(self, message: ConsoleMessage) -> None:
        # What failed to load is noted by its answer, with its address; most contexts have no service worker.
        known = ("Failed to load resource", "Service Worker registration blocked by Playwright")
        if message.type in {"error", "warning"} and not any(words in message.text for words in known):
            self._note(f"console: {message.text}")

    def _error(self, error: WebError) -> None:
        self._note(f"uncaught: {error.error}")

    def _request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in {"data", "blob", "about"} and address.netloc not in self._hosts:
            self._note(f"asked another host: {request.url}")

    def _response(self, response: Response) -> None:
        if response.status >= 400 and response.status != REFUSED:
            self._note(f"{response.status}: {response.url}")
