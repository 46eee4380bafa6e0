"""An address typed by a user is never called inside a network, even if its name changes between look-up and call."""

import datetime
import ipaddress
import socket
import ssl
import threading
from urllib.parse import urlsplit

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from games.platform.work import outside

INSIDE = [
    "0.0.0.0",  # noqa: S104  nobody binds to it
    "10.0.0.7",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.0.9",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:0:0",
    "::ffff:10.0.0.7",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::127.0.0.1",
    "64:ff9b:1::10.0.0.7",
    "2001::7f00:1",
    "2001:db8::1",
    "3fff::1",
    "2002:7f00:1::",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
]
OUTSIDE = ["1.1.1.1", "8.8.8.8", "172.32.0.1", "2606:4700:4700::1111", "::ffff:8.8.8.8"]


@pytest.mark.parametrize("number", INSIDE)
def test_a_number_inside_a_network_is_none_in_the_open_internet(number):
    assert outside.is_public(ipaddress.ip_address(number)) is False


@pytest.mark.parametrize("number", OUTSIDE)
def test_a_number_outside_is(number):
    assert outside.is_public(ipaddress.ip_address(number)) is True


class Names:
    """A name server for tests: each look-up takes the next answer. `asked` are the names, `called` the connected
    addresses.
    """

    def __init__(self, monkeypatch):
        self.answers, self.asked, self.called = [], [], []
        monkeypatch.setattr(socket, "getaddrinfo", self.look_up)
        monkeypatch.setattr(socket, "create_connection", self.connect)

    def look_up(self, host, port, *_arguments, **_more):
        self.asked.append(host)
        found = self.answers.pop(0)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port)) for number in found]

    def connect(self, address, *_arguments, **_more):
        self.called.append(address)
        raise ConnectionRefusedError

    def post(self, url="https://hooks.example.org/x"):
        outside.call(urlsplit(url), method="POST", body=b"{}", patience=5)


@pytest.fixture
def names(monkeypatch):
    return Names(monkeypatch)


@pytest.mark.parametrize("number", INSIDE)
def test_a_name_that_leads_inside_is_not_called(names, number):
    names.answers = [[number]]

    with pytest.raises(outside.Refused):
        names.post()

    assert names.called == []


def test_a_name_that_leads_outside_and_inside_is_not_called(names):
    names.answers = [["8.8.8.8", "10.0.0.7"]]

    with pytest.raises(outside.Refused):
        names.post()

    assert names.called == []


def test_a_name_that_leads_elsewhere_a_moment_later_is_called_where_it_was_looked_at(names):
    """DNS rebinding: the second answer would be inside."""
    names.answers = [["8.8.8.8"], ["127.0.0.1"]]

    with pytest.raises(outside.Away):
        names.post()

    assert (names.asked, names.called) == (["hooks.example.org"], [("8.8.8.8", 443)])
    with pytest.raises(outside.Refused):
        names.post()
    assert names.called == [("8.8.8.8", 443)]


def test_each_address_of_a_name_is_tried(names):
    names.answers = [["8.8.8.8", "1.1.1.1"]]

    with pytest.raises(outside.Away):
        names.post()

    assert names.called == [("8.8.8.8", 443), ("1.1.1.1", 443)]


def certificate(directory, name):
    """A key and a self-signed certificate for it."""
    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(7)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = directory / "both.pem"
    kind = serialization.Encoding.PEM
    text = key.private_bytes(kind, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path.write_bytes(text + made.public_bytes(kind))
    return path


@pytest.fixture
def listening():
    """A listening port of this machine."""
    server = socket.create_server(("127.0.0.1", 0))
    server.settimeout(10)
    yield server
    server.close()


def test_nothing_is_said_to_a_machine_without_the_certificate_of_the_name(listening, tmp_path):
    got = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(tmp_path, "localhost"))

    def answer():
        connection, _address = listening.accept()
        try:
            with context.wrap_socket(connection, server_side=True) as secure:
                got.append(secure.recv(100))
        except OSError:
            pass

    thread = threading.Thread(target=answer)
    thread.start()

    place = urlsplit(f"https://localhost:{listening.getsockname()[1]}/x")
    with pytest.raises(outside.Away) as fault:
        outside.call(place, method="POST", body=b"{}", patience=5, anywhere=True)

    thread.join()
    assert fault.value.detail == "SSLCertVerificationError"
    assert [each for each in got if each] == []


@pytest.mark.parametrize("drips", [False, True])
def test_a_machine_with_the_certificate_of_the_name_is_asked_within_the_same_bounds(
    listening, tmp_path, monkeypatch, drips
):
    got, over = [], threading.Event()
    both = certificate(tmp_path, "localhost")
    monkeypatch.setenv("SSL_CERT_FILE", str(both))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(both)

    def answer():
        connection, _address = listening.accept()
        with context.wrap_socket(connection, server_side=True) as secure:
            got.append(secure.recv(1000).decode())
            secure.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n")
            while drips and not over.wait(0.1):
                secure.sendall(b"X-More: 1\r\n")
            if not drips:
                secure.sendall(b"\r\n{}")

    thread = threading.Thread(target=answer)
    thread.start()
    port = listening.getsockname()[1]
    place = urlsplit(f"https://localhost:{port}/x")
    if drips:
        with pytest.raises(outside.TooSlow):
            outside.call(place, patience=1, anywhere=True)
    else:
        assert outside.call(place, patience=10, anywhere=True).content == b"{}"
    over.set()
    thread.join()

    assert (got[0].splitlines()[0], f"Host: localhost:{port}" in got[0]) == ("GET /x HTTP/1.1", True)
