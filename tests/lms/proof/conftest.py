"""The site under test, and walks through Moodle and the site."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.running_site import RunningSite
from tests.lms.under_tls import Front, certificate
from tests.lms.walking import Walk, walking


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningSite, str]]:
    folder = tmp_path_factory.mktemp("walk")
    pem = certificate(folder)
    front = Front(pem)
    site = RunningSite(folder / "var")
    front.to_port = site.port
    url = f"https://localhost:{front.port}"
    site._environment |= {"SITE_URL": url, "BEHIND_PROXY": "1", "LIVE_PORT": "0"}
    site.start()
    if os.environ.get("MOODLE_DATA"):
        text = pem.read_text()
        believed = Path(os.environ["MOODLE_DATA"]) / "moodleorgca.crt"
        believed.write_text(text[text.index("-----BEGIN CERT") :])
        believed.chmod(0o644)
    yield site, url
    site.end()
    front.end()


@pytest.fixture
def walk(running: tuple[RunningSite, str]) -> Iterator[Walk]:
    yield from walking(*running)


@pytest.fixture
def walk_without_cookies(running: tuple[RunningSite, str]) -> Iterator[Walk]:
    """A walk in a browser that keeps no third-party cookies except partitioned ones."""
    yield from walking(*running, blocks_cookies=True)
