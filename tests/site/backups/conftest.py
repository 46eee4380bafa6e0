"""A site with rows in every table, and comparable values of its content."""

import hashlib
import json
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from django.urls import reverse

from classrooms.assess.reports.services import debrief_freeze
from domego_site import paths
from domego_site.backups import tables
from games.models import Match
from tests.classrooms.factories import course_of, enrol, session_of
from tests.classrooms.papers import team_pdf
from tests.classrooms.people.class_lists.erasing import MAIL, NAME, NUMBER, everywhere
from tests.games.factories import NOW, match_of, person, played_by_bots


@dataclass
class World:
    """A site with Zoe's name in every possible place, and a finished match with a paper."""

    teacher: Any
    zoe: Any
    mate: Any
    running: Match
    finished: Match
    digest: bytes


def paper_digest(steward: Any, match: Match) -> bytes:
    """The SHA-256 of a paper as its reader downloads it."""
    client = Client()
    client.force_login(steward)
    response = client.get(reverse("classrooms:debrief-pdf", args=[match.pk]))
    assert response.status_code == 200
    return hashlib.sha256(b"".join(response)).digest()


@pytest.fixture
def var(tmp_path, settings, domego, monkeypatch) -> Path:
    """The var/ directory of this test."""
    monkeypatch.setattr(paths, "VAR_DIR", tmp_path / "var")
    domego.ERASURES_FILE = tmp_path / "var" / "erasures.jsonl"
    settings.MEDIA_ROOT = tmp_path / "var" / "media"
    paths.VAR_DIR.mkdir()
    return paths.VAR_DIR


@pytest.fixture
def world(transactional_db, var, no_broker) -> World:
    teacher = person("claire", is_staff=True, is_superuser=True)
    zoe, mate = person(MAIL, display_name=NAME, email=MAIL), person("mate")
    course = course_of(teacher, [mate])
    enrol(course, zoe, student_number=NUMBER, extra_time=33)
    session = session_of(course, teams=[[zoe, mate]], started=True, scenario="classic")
    running = session.session_teams.get().match
    everywhere(session, running, zoe, mate, teacher)
    finished = played_by_bots(match_of(scenario="tiny", by=teacher))
    debrief_freeze(match=finished, now=NOW)
    team_pdf(finished)
    return World(teacher, zoe, mate, running, finished, paper_digest(teacher, finished))


def contents() -> dict[str, list[Any]]:
    """Every row that a backup keeps, by table."""
    loader = MigrationLoader(connection)
    every = tables.tables_at(loader, tables.applied(loader))
    return {
        model._meta.label: [json.loads(line) for line in tables.lines_of(model)]
        for model in every
        if tables.is_kept(model)
    }


def command(*arguments: Any) -> str:
    """The output of a management command."""
    said = StringIO()
    call_command(*(str(each) for each in arguments), stdout=said)
    return said.getvalue()
