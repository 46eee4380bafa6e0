"""Shared set-up of all tests: compiled translations, and isolation of each test from the others."""

import gc
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.utils import timezone, translation
from hypothesis import settings as hypothesis_settings

from domego_site import processes, translations
from games.platform.conf import conf
from games.platform.selectors import event_log
from games.platform.work import news, outbox, presence
from games.web import match_language
from tests import lanes, prepared, recording
from tests.every_game import GAMES

ROOT = Path(__file__).resolve().parent.parent
E2E = ROOT / "tests" / "e2e"
RESULT = ROOT / "benchmarks" / "results" / "proof.txt"

# How long an example takes is no law: on a busy machine any may take longer.
hypothesis_settings.register_profile("suite", deadline=None)
hypothesis_settings.load_profile("suite")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("lanes", "folders of tests (tests/lanes.py)")
    group.addoption(
        "--lanes",
        default=",".join(lanes.USUAL),
        help="collect only these, by comma (default: all but proof; a path in proof/ is collected when it is named)",
    )
    group.addoption("--record", metavar="FILE", default="", help="write what ran and how long, by module")
    group.addoption("--game", default="", help="of tests of every game only those of this one, by its key")
    group.addoption(
        "--slice",
        metavar="K/N",
        help="of the lane proof only the K-th of N slices that take about equally long, K from 0 on",
    )


def pytest_configure(config: pytest.Config) -> None:
    for lane in lanes.LANES:
        config.addinivalue_line("markers", f"{lane}: stands in a folder of this name (tests/lanes.py)")
    # Under xdist the workers start after this has run once.
    if not hasattr(config, "workerinput"):
        if file := config.getoption("--record"):
            config.pluginmanager.register(recording.Recorder(Path(file)))
        translations.compile_all(ROOT)
        if prepared.open_place():
            config.add_cleanup(prepared.close_place)


def _wanted(config: pytest.Config) -> set[str]:
    """The lanes to collect: those of `--lanes`, and lanes that an argument of the command lies in."""
    named = {part for argument in config.args for part in Path(argument.partition("::")[0]).parts}
    return {*config.getoption("--lanes").split(","), *(named & set(lanes.LANES))}


def _slice(config: pytest.Config) -> set[Path] | None:
    """The modules of `proof` in the slice of `--slice`. None without this option."""
    asked = config.getoption("--slice")
    if not asked:
        return None
    which, number = map(int, asked.split("/"))
    modules = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "tests").rglob("proof/test_*.py"))]
    seconds = lanes.measured(RESULT.read_text(encoding="utf-8")) if RESULT.exists() else {}
    return {ROOT / module for module in lanes.slices(modules, seconds, number)[which]}


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Modules of other lanes are not imported."""
    if collection_path.name.startswith("test_") and collection_path.suffix == ".py":
        try:
            lane = lanes.lane_of(collection_path)
        except lanes.NoLane as fault:
            raise pytest.UsageError(str(fault)) from None
        if lane == "proof" and (chosen := _slice(config)) is not None:
            return collection_path not in chosen or None
        return lane not in _wanted(config) or None
    return None


def pytest_itemcollected(item: pytest.Item) -> None:
    lane = lanes.lane_of(item.path)
    made = getattr(item, "_fixtureinfo", None)
    try:
        lanes.check(lane, made.name2fixturedefs if made else (), item.get_closest_marker("django_db") is not None)
    except lanes.NoLane as fault:
        raise pytest.UsageError(f"{item.nodeid}: {fault}") from None
    item.add_marker(lane)
    _keep_together(item)


def _keep_together(item: pytest.Item) -> None:
    """Keep the tests of a module in one worker if they share module fixtures, by the parameters of these fixtures.
    Tests in a browser share more than a module and have their own groups.
    """
    if E2E in item.path.parents:
        return
    made = getattr(item, "_fixtureinfo", None)
    shared = [name for name, each in made.name2fixturedefs.items() if each[-1].scope == "module"] if made else []
    if shared and item.get_closest_marker("xdist_group") is None:
        given = item.callspec.params if hasattr(item, "callspec") else {}
        kinds = [str(given[name]) for name in shared if name in given]
        item.add_marker(pytest.mark.xdist_group(" ".join([str(item.path.relative_to(ROOT)), *kinds])))


def pytest_collection_finish() -> None:
    """Exclude everything imported so far from garbage collection, which otherwise takes a twentieth of the time of all
    tests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests of real services are left out on the embedded default. Groups come first: a worker with a late group would
    finish after all others.
    """
    items.sort(key=lambda item: item.get_closest_marker("xdist_group") is None)
    if key := config.getoption("--game"):
        _leave_out(config, items, [item for item in items if _games_in(item) - {key}])
    if os.environ.get("DATABASE_URL") or os.environ.get("REDIS_URL"):
        return
    _leave_out(config, items, [item for item in items if item.get_closest_marker("services")])


def _leave_out(config: pytest.Config, items: list[pytest.Item], these: list[pytest.Item]) -> None:
    if these:
        config.hook.pytest_deselected(items=these)
        gone = set(these)
        items[:] = [item for item in items if item not in gone]


def _games_in(item: pytest.Item) -> set[str]:
    """The games that a test was parametrised with, by their keys or their settings (`key/scenario`)."""
    given = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return {str(value).partition("/")[0] for value in given if isinstance(value, str)} & set(GAMES)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> Iterator[bool]:
    """The database of each process is a copy of an up-to-date one."""
    if connection.vendor == "sqlite":
        prepared.copy_database_to(Path(connection.settings_dict["TEST"]["NAME"]))
        yield True
        return
    with prepared.template(os.environ["DATABASE_URL"]) as name:
        connection.settings_dict["TEST"]["TEMPLATE"] = name
        yield False


@pytest.fixture(autouse=True)
def _nothing_left_over() -> Iterator[None]:
    """After each test, empty the cache and reset language and time zone."""
    yield
    cache.clear()
    presence.noted.clear()
    event_log.forget_all()
    match_language.game_key.cache_clear()
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture(autouse=True)
def _nothing_daily(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sweep finds only the work of its own test: periodic looks count as just done."""
    from classrooms.care.erasure import jobs

    monkeypatch.setattr(jobs, "_looked_at", [datetime.max.replace(tzinfo=UTC)])


class DomegoSettings:
    """Settings of the plugin for one test: `domego.SITE_NAME = "..."`."""

    def __init__(self, settings: Any) -> None:
        self.__dict__["_settings"] = settings

    def __getattr__(self, name: str) -> Any:
        return getattr(conf, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._settings.DOMEGO = {**self._settings.DOMEGO, name: value}


@pytest.fixture
def domego(settings: Any) -> DomegoSettings:
    return DomegoSettings(settings)


@pytest.fixture(scope="session")
def redis_socket() -> Iterator[Path]:
    """The socket of an embedded broker of the tests' own."""
    with tempfile.TemporaryDirectory(prefix="domego-") as directory:
        socket = Path(directory) / "broker.sock"
        server = subprocess.Popen(processes.broker(processes.find_broker() or "", socket, Path(directory)))
        until = time.monotonic() + 10
        while not socket.exists() and time.monotonic() < until:
            time.sleep(0.02)
        yield socket
        server.terminate()
        server.wait(10)


@pytest.fixture
def news_heard(redis_socket: Path, domego: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[str]]]:
    """A function that returns the news to open pages since its last call. The broker is the tests' own."""
    domego.NEWS_URL = f"unix://{redis_socket}?db=3"
    news.server.cache_clear()
    monkeypatch.setattr(news, "_away_until", 0.0)
    with news.server().pubsub(ignore_subscribe_messages=True) as channel:
        channel.subscribe(news.channel())
        channel.get_message(timeout=5)

        def heard() -> list[str]:
            news.server().publish(news.channel(), "over")
            found: list[str] = []
            while (message := channel.get_message(timeout=5)) is None or message["data"] != b"over":
                if message is not None:
                    found.append(message["data"].decode())
            return found

        yield heard
    news.server.cache_clear()


@pytest.fixture
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send no tasks to workers, for tests that check something else."""
    monkeypatch.setattr(outbox.current_app, "send_task", lambda *args, **kwargs: None)
