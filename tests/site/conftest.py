import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from domego_site import processes


@pytest.fixture(scope="session")
def redis_socket():
    """The socket of an embedded broker of the tests' own."""
    with tempfile.TemporaryDirectory(prefix="domego-") as directory:
        socket = Path(directory) / "broker.sock"
        server = subprocess.Popen(processes.broker(processes.find_broker(), socket, Path(directory)))
        until = time.monotonic() + 10
        while not socket.exists() and time.monotonic() < until:
            time.sleep(0.02)
        yield socket
        server.terminate()
        server.wait(10)
