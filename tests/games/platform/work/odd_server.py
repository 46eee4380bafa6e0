"""A test server that gives wrong, slow or endless answers."""

import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

Behaviour = Callable[["Odd", socket.socket], None]
PIECES = 200
EVERY = 0.1
HUGE = 100 * 2**20


class Odd:
    """A server with one behaviour for each connection: `behaviours`, the last of them again and again.

    `asked` are the first lines of the requests, `most` is the largest number of connections that waited at once. `sent`
    are the bytes sent, `ended` is the number of complete answers. `opened` releases waiting answers.
    """

    def __init__(self, *behaviours: Behaviour) -> None:
        self.behaviours = list(behaviours)
        self.asked: list[str] = []
        self.waiting: set[socket.socket] = set()
        self.most = self.sent = self.ended = 0
        self.opened = threading.Event()
        self.change = threading.Condition()
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=20)
        self.port = self.listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/x"
        self.parts = urlsplit(self.url)

    def serve(self) -> None:
        while True:
            try:
                connection, _address = self.listening.accept()
            except OSError:
                return
            threading.Thread(target=self._answer, args=[connection], daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with self.change:
            self.waiting.add(connection)
            self.most = max(self.most, len(self.waiting))
            behaviour = self.behaviours.pop(0) if len(self.behaviours) > 1 else self.behaviours[0]
        try:
            with connection:
                got = connection.recv(65536)
                with self.change:
                    self.asked.append(got.split(b"\r\n")[0].decode())
                    self.change.notify_all()
                behaviour(self, connection)
                self.ended += 1
        except OSError:
            pass
        finally:
            self.count_out(connection)

    def count_out(self, connection: socket.socket) -> None:
        """Count an answer as ended. Must run before the last byte is sent, since the caller may ask again at once after
        it.
        """
        with self.change:
            self.waiting.discard(connection)

    def wait_for(self, number: int) -> None:
        with self.change:
            assert self.change.wait_for(lambda: len(self.asked) >= number, 20)


@contextmanager
def serving(*behaviours: Behaviour) -> Iterator[Odd]:
    server = Odd(*behaviours)
    threading.Thread(target=server.serve, daemon=True).start()
    try:
        yield server
    finally:
        server.opened.set()
        server.listening.close()


def answers(server: Odd, connection: socket.socket) -> None:
    server.count_out(connection)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")


def answers_500(_server: Odd, connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n")


def answers_late(server: Odd, connection: socket.socket) -> None:
    server.opened.wait(20)
    answers(server, connection)


def answers_slowly(server: Odd, connection: socket.socket) -> None:
    time.sleep(EVERY)
    answers(server, connection)


def never_answers(server: Odd, _connection: socket.socket) -> None:
    server.opened.wait(PIECES * EVERY)


def resets(_server: Odd, connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def _drips(before: bytes, piece: bytes) -> Behaviour:
    def behaviour(server: Odd, connection: socket.socket) -> None:
        connection.sendall(before)
        for _each in range(PIECES):
            if server.opened.wait(EVERY):
                return
            connection.sendall(piece)

    return behaviour


drips_status = _drips(b"HTTP/1.1 200 ", b"O")
drips_headers = _drips(b"HTTP/1.1 200 OK\r\n", b"X-More: 1\r\n")
drips_body = _drips(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", b" ")
drips_chunks = _drips(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n")


def _huge(before: bytes, piece: bytes) -> Behaviour:
    def behaviour(server: Odd, connection: socket.socket) -> None:
        connection.sendall(before)
        while server.sent < HUGE:
            connection.sendall(piece)
            server.sent += len(piece)

    return behaviour


MB = 2**20
huge_body = _huge(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % HUGE, b" " * MB)
huge_without_length = _huge(b"HTTP/1.1 200 OK\r\n\r\n", b" " * MB)
huge_chunks = _huge(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"100000\r\n" + b" " * MB + b"\r\n")
huge_headers = _huge(b"HTTP/1.1 200 OK\r\n", b"X-More: " + b"1" * 60000 + b"\r\n")


def is_cut(_server: Odd, connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")


def is_no_http(_server: Odd, connection: socket.socket) -> None:
    connection.sendall(b"220 mail.example.org ESMTP\r\n")


def sends_to(address: str) -> Behaviour:
    def behaviour(_server: Odd, connection: socket.socket) -> None:
        head = f"HTTP/1.1 302 Found\r\nLocation: {address}\r\nContent-Length: 0\r\n\r\n"
        connection.sendall(head.encode("latin-1"))

    return behaviour
