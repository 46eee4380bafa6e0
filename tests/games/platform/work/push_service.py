"""A test push service, and a browser that decrypts messages without the library that encrypted them.

It follows RFC 8291, RFC 8188 and RFC 8292.
"""

import json
import os
import struct
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def text(raw):
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def raw(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def derived(secret, salt, info, length):
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class Browser:
    """The keys of a browser, and the decryption of messages for it."""

    def __init__(self):
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.secret = os.urandom(16)

    @property
    def keys(self):
        return {"p256dh": text(self.point), "auth": text(self.secret)}

    def read(self, body):
        salt, (size, id_length) = body[:16], struct.unpack("!IB", body[16:21])
        sender, content = body[21 : 21 + id_length], body[21 + id_length :]
        assert len(content) <= size
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        key = derived(shared, self.secret, b"WebPush: info\0" + self.point + sender, 32)
        cipher = AESGCM(derived(key, salt, b"Content-Encoding: aes128gcm\0", 16))
        plain = cipher.decrypt(derived(key, salt, b"Content-Encoding: nonce\0", 12), content, None)
        return json.loads(plain.rstrip(b"\0").removesuffix(b"\2"))


def claims_of(authorization, public_key):
    """The signed claims of the site. Fails unless the signature fits the public key that browsers received."""
    scheme, _space, rest = authorization.partition(" ")
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, fields["k"]) == ("vapid", public_key)
    head, claims, signature = fields["t"].split(".")
    r, s = (int.from_bytes(part, "big") for part in (raw(signature)[:32], raw(signature)[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(public_key))
    key.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(raw(head))["alg"] == "ES256"
    return json.loads(raw(claims))


class PushService:
    """Keeps the requests as (path, headers, body); answers with `status`. With `drips` it sends bytes with so many
    seconds between two, with `babbles` an endless answer without a line's end.
    """

    def __init__(self):
        self.got, self.status, self.drips, self.babbles = [], 201, 0, False
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.got.append((self.path, dict(self.headers), body))
                if service.drips or service.babbles:
                    return self.slowly()
                self.send_response(service.status)
                self.send_header("Location", "http://127.0.0.1:9/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def slowly(self):
                line = b"HTTP/1.1 201 " + (b"x" * 100_000 if service.babbles else b"Created") + b"\r\n\r\n"
                size = len(line) if service.babbles else 1
                try:
                    for start in range(0, len(line), size):
                        self.wfile.write(line[start : start + size])
                        time.sleep(service.drips)
                except OSError:
                    pass  # the sender has gone

            def log_message(self, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self.thread.start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_port}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
