"""The site under https://localhost, as a platform needs it: a TLS proxy, and a certificate for it."""

import http.client
import ssl
import threading
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

LEFT_OUT = {"connection", "transfer-encoding", "content-length", "keep-alive"}


def certificate(folder: Path) -> Path:
    """A file with a key and a self-signed certificate for localhost."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "localhost.pem"
    file.write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
        + made.public_bytes(Encoding.PEM)
    )
    return file


EVENTS = "/events/"


class Front:
    """A TLS proxy. Requests on `port` go to the site as HTTPS requests, by X-Forwarded-Proto. Requests for `EVENTS` go
    to `live_port`, if it is set, and are streamed. `streams` counts these.
    """

    def __init__(self, pem: Path, to_port: int = 0) -> None:
        self.to_port, self.live_port, self.streams = to_port, 0, 0

        front = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _pass_on(self) -> None:
                front.pass_on(self)

            do_GET = do_POST = do_HEAD = _pass_on

            def log_message(self, *args: object) -> None:
                """The site has a log of its own."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pem)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def pass_on(self, handler: BaseHTTPRequestHandler) -> None:
        """Pass on one request and its whole response."""
        length = int(handler.headers.get("Content-Length") or 0)
        headers = {name: value for name, value in handler.headers.items() if name.lower() not in LEFT_OUT}
        headers |= {"X-Forwarded-Proto": "https", "X-Forwarded-For": "127.0.0.1", "Content-Length": str(length)}
        is_stream = bool(self.live_port) and handler.path.startswith(EVENTS)
        port = self.live_port if is_stream else self.to_port
        inner = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            inner.request(handler.command, handler.path, handler.rfile.read(length), headers)
            answer = inner.getresponse()
            if is_stream:
                self.streams += 1
                self._pour(handler, answer)
                return
            body = answer.read()
            handler.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in LEFT_OUT:
                    handler.send_header(name, value)
            handler.send_header("Content-Length", str(len(body)))
            with suppress(OSError):  # whoever asked may be gone
                handler.end_headers()
                if handler.command != "HEAD":
                    handler.wfile.write(body)
        finally:
            inner.close()

    @staticmethod
    def _pour(handler: BaseHTTPRequestHandler, answer: http.client.HTTPResponse) -> None:
        """Pass on each chunk as it arrives, until either side closes."""
        handler.send_response(answer.status)
        handler.send_header("Content-Type", answer.getheader("Content-Type", ""))
        handler.send_header("Connection", "close")
        with suppress(OSError):
            handler.end_headers()
            while piece := answer.read1(65536):
                handler.wfile.write(piece)

    def end(self) -> None:
        """Stop the proxy."""
        self._server.shutdown()
        self._server.server_close()
