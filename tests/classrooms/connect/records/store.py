"""A record store for tests. It keeps each statement once, by its id, as the specification demands. A different
statement with a known id is a conflict: the whole request is refused."""

import base64
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY, SECRET = "domego", "a secret of tests"


class Store:
    """A learning record store over HTTP. `requests` counts the requests to it. If `status` is set, it refuses
    statements with this status. `before_answer` is called after statements are stored and before the response is sent.
    """

    def __init__(self) -> None:
        self.statements: dict[str, dict[str, Any]] = {}
        self.times: dict[str, int] = {}
        self.requests = 0
        self.status = 0
        self.before_answer: Callable[[int], None] = lambda number: None
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self.server.server_port}/xapi"

    def take(self, headers: Any, path: str, body: bytes) -> int:
        self.requests += 1
        wanted = "Basic " + base64.b64encode(f"{KEY}:{SECRET}".encode()).decode()
        if headers["Authorization"] != wanted or headers["X-Experience-API-Version"] != "1.0.3":
            return 401
        if self.status or path != "/xapi/statements":
            return self.status or 404
        found = json.loads(body)
        if any(self.statements.get(each["id"], each) != each for each in found):
            return 409
        for each in found:
            self.statements[each["id"]] = each
            self.times[each["id"]] = self.times.get(each["id"], 0) + 1
        self.before_answer(self.requests)
        return 200

    def said(self, verb: str) -> list[dict[str, Any]]:
        return [each for each in self.statements.values() if each["verb"]["display"]["en"] == verb]


def _handler(store: Store) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = store.take(self.headers, self.path, body)
            try:
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()
            except OSError:
                pass  # whoever asked is dead

        def log_message(self, *_arguments: Any) -> None:
            pass

    return Handler


@contextmanager
def running_store() -> Iterator[Store]:
    store = Store()
    thread = threading.Thread(target=store.server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield store
    finally:
        store.server.shutdown()
        store.server.server_close()
        thread.join()
