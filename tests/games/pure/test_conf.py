"""The plugin's settings: one dict, whose mistakes are reported by name when the site starts."""

import ast
import re

import pytest
from django.conf import global_settings
from django.core.checks import run_checks
from django.urls import get_resolver

from domego_site import paths
from games import embedding
from games.models import people
from games.platform.conf import DEFAULTS, conf, faults

ACCOUNTS = {"0023_accounts_of_the_site.py", "0002_squashed_0029_decision_quality.py"}
"""Migrations of the column that names a person's account."""


def told(prefix="domego."):
    return {message.id: message.msg for message in run_checks() if str(message.id).startswith(prefix)}


def test_a_site_that_says_nothing_has_the_defaults(settings):
    del settings.DOMEGO
    assert {name: getattr(conf, name) for name in DEFAULTS} == dict(DEFAULTS)


def test_what_the_site_says_goes_before_the_defaults(domego):
    domego.SITE_NAME = "Chantiers"
    assert conf.SITE_NAME == "Chantiers"


def test_an_unknown_setting_is_no_attribute():
    with pytest.raises(AttributeError, match="no setting SITE_NOME"):
        _ = conf.SITE_NOME


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("SITE_NOME", "x", "DOMEGO has no setting 'SITE_NOME'. Is it SITE_NAME?"),
        ("QUITE_OTHER", 1, "DOMEGO has no setting 'QUITE_OTHER'."),
        ("LIVE_PORT", "8100", "DOMEGO['LIVE_PORT'] is '8100'; a whole number is expected."),
        ("OPEN_DEMO", 1, "DOMEGO['OPEN_DEMO'] is 1; True or False is expected."),
        ("SITE_NAME", None, "DOMEGO['SITE_NAME'] is None; a text is expected."),
        ("RETENTION_MONTHS", 12, "DOMEGO['RETENTION_MONTHS'] is 12; a dictionary is expected."),
        (
            "RETENTION_MONTHS",
            {"papers": 12},
            "DOMEGO['RETENTION_MONTHS'] is {'papers': 12}; whole numbers for papers, talk, names are expected.",
        ),
        (
            "RETENTION_MONTHS",
            {"papers": 12, "talk": "18", "names": 24},
            "DOMEGO['RETENTION_MONTHS'] is {'papers': 12, 'talk': '18', 'names': 24}; "
            "whole numbers for papers, talk, names are expected.",
        ),
        (
            "SITE_URL",
            "https://games.example.org/",
            "DOMEGO['SITE_URL'] is 'https://games.example.org/'; "
            "write it as https://games.example.org, without a path or a slash at its end.",
        ),
        (
            "REQUIRE_SECOND_FACTOR",
            "all",
            "DOMEGO['REQUIRE_SECOND_FACTOR'] is 'all'; write one of off, staff, instructors.",
        ),
    ],
)
def test_a_mistake_is_told_by_its_name_at_the_start(domego, name, value, says):
    setattr(domego, name, value)
    assert told()["domego.E001"] == says
    assert faults({name: value}) == [says]


def test_paths_may_be_paths(tmp_path):
    assert faults({"VAR_DIR": tmp_path, "ERASURES_FILE": str(tmp_path / "erasures")}) == []


def test_the_page_on_embedding_lists_every_setting_with_its_default():
    page = (paths.BASE_DIR / "docs/run/embed.md").read_text()
    listed = dict(re.findall(r"^\| `([A-Z_]+)` \| `(.+?)` \|", page, re.MULTILINE))
    assert {name: ast.literal_eval(default) for name, default in listed.items()} == dict(DEFAULTS)


def test_links_in_mails_need_the_address_of_the_site(domego):
    assert told() == {}
    domego.SITE_URL = ""
    assert told() == {"domego.W001": "Links in mails lead nowhere."}


def read_by(app):
    """Every setting that an app reads, by its name."""
    found = set()
    for path in (paths.BASE_DIR / app).rglob("*.py"):
        found |= set(re.findall(r"\bsettings\.([A-Z_]+)|getattr\(settings, \"([A-Z_]+)\"", path.read_text()))
    return {name or other for name, other in found}


def test_the_apps_read_nothing_but_djangos_settings_and_those_of_the_guide():
    """Settings of our own site alone are not needed by any app."""
    guide = (paths.BASE_DIR / "docs/run/embed.md").read_text()
    own = {name for name in read_by("games") | read_by("classrooms") if not hasattr(global_settings, name)}

    assert own == {"DOMEGO", "DOMEGO_PERSON_MODEL", "BASE_DIR"}  # the last by `start_game`, which says so without it
    assert all(name in guide for name in own - {"BASE_DIR"})


@pytest.mark.parametrize("app", ["games", "classrooms"])
def test_migrations_name_people_by_the_model_that_the_site_chose(app):
    """Django's migrations name a setting that a site may leave out; accounts beside people are the one exception."""
    for path in (paths.BASE_DIR / app / "migrations").glob("[0-9]*.py"):
        text = path.read_text()
        assert "settings.DOMEGO_PERSON_MODEL" not in text, path.name
        assert "settings.AUTH_USER_MODEL" not in text or path.name in ACCOUNTS, path.name


@pytest.mark.parametrize("model", ["auth.Group", "nobody.There", "no model"])
def test_a_model_that_is_none_of_people_is_told_at_the_start(monkeypatch, model):
    _ = get_resolver().url_patterns  # the site's own modules, which name the model of people when they are first read
    monkeypatch.setattr(people, "PERSON_MODEL", model)
    assert told()["domego.E002"].startswith(f"DOMEGO_PERSON_MODEL is {model!r}, which is no model of people: no ")


def test_the_former_name_of_the_fragments_warns_and_another_name_does_not_exist():
    with pytest.warns(DeprecationWarning, match="FRAGMENTS"):
        assert embedding.PIECES is embedding.FRAGMENTS
    assert not hasattr(embedding, "NOTHING")
