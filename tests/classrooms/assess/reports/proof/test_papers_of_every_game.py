"""The papers of all games in all languages keep the rules of PDF/UA-1, as far as programs can check. They report events
before they ask about them."""

import io
import re
import shutil
import subprocess
from html import unescape
from importlib.util import find_spec
from typing import Any, NamedTuple

import pikepdf
import pytest
from django.conf import settings
from django.db import transaction
from django.utils import translation

from classrooms.assess.reports import pdf
from classrooms.assess.reports.document import document
from classrooms.assess.reports.services import debrief_freeze
from classrooms.models import Debrief
from games.engine import registry
from games.engine.draws import FastDraws
from games.platform.selectors.position import game_of, state_of
from tests.classrooms.assess.reports.pdf_structure import faults_of
from tests.classrooms.factories import course_of, enrol, session_of
from tests.every_game import GAMES
from tests.games.factories import person, play

pytestmark = pytest.mark.django_db

KINDS = ("team", "student", "class", "slides")
LANGUAGES = [code for code, _name in settings.LANGUAGES]


class Ended(NamedTuple):
    """A finished session of two teams: its person, and the debrief of the first."""

    session: Any
    amir: Any
    debrief: Any


@pytest.fixture(scope="module", params=GAMES)
def ended(request, django_db_setup, django_db_blocker):
    """A game's smallest scenario, played to its end by the usual bot."""
    with django_db_blocker.unblock(), transaction.atomic():
        amir, course = person("Amir"), course_of(person("teacher"))
        enrol(course, amir)
        text = next(iter(registry.get(request.param).micro.values()))
        session = session_of(course, teams=[[amir], []], started=True, game=request.param, scenario_text=text)
        for table in session.session_teams.order_by("position"):
            debrief_freeze(match=thought_out(table.match))
        debriefs = Debrief.objects.filter(match__session_team__session=session).select_related("match")
        yield Ended(session, amir, debriefs.order_by("match__session_team__position").first())
        transaction.set_rollback(True)


def thought_out(match):
    game = game_of(match)
    bot = game.bot(game.usual_bot)
    while not match.is_over:
        state = state_of(match)
        asked = [prompt for prompt in game.rules.prompts(state) if not prompt.optional]
        moves = ((prompt, bot.answer(state, prompt, FastDraws(match.number))) for prompt in asked)
        prompt, move = next((pair for pair in moves if pair[1] is not None), (asked[0], None))
        if move is None:
            move = game.rules.default(state, prompt.seat, prompt.key)
        play(match, prompt.seat, prompt.key, move)
    return match


@pytest.fixture(scope="module")
def printed(ended, django_db_blocker):
    """The papers by kind and language."""
    with django_db_blocker.unblock():
        return {
            (kind, language): pdf.printed(_draft(kind, language, ended)).content
            for kind in KINDS
            for language in LANGUAGES
        }


def _draft(kind, language, ended):
    match kind:
        case "team":
            return pdf.team_draft(ended.debrief, language, full=True)
        case "student":
            return pdf.student_draft(ended.debrief, ended.amir, language)
        case "class":
            return pdf.class_draft(ended.session, language, full=True)
    return pdf.slides_draft(ended.session, language)


def words_of(text):
    """The text of a page without tags, styles and titles, with plain spaces."""
    return " ".join(unescape(re.sub(r"<(style|title|desc)\b.*?</\1>|<[^>]+>", " ", text, flags=re.DOTALL)).split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_question_never_stands_before_what_it_asks_about(ended, kind, language):
    text = words_of(_draft(kind, language, ended).text)
    facts = facts_by_question(ended, language)

    asked = sorted((found.start(), question) for question in facts for found in re.finditer(re.escape(question), text))

    before = 0
    for at, question in asked:
        assert any(fact in text[before:at] for fact in facts[question]), question
        before = at
    assert asked or kind in ("student", "class", "slides")


def facts_by_question(ended, language):
    """The facts of all teams' debriefs before each question. A game's own questions are included, as they begin with
    the fact.
    """
    found = {}
    with translation.override(language):
        for debrief in Debrief.objects.filter(match__session_team__session=ended.session).select_related("match"):
            told = document(debrief, language, full=True)
            for row in told["talking"]:
                found.setdefault(words_of(row["ask"]), set()).add(words_of(row["fact"]))
            for own in map(words_of, told.get("questions", ())):
                for question in found:
                    if own.endswith(question) and own != question:
                        found[question].add(own.removesuffix(question).strip())
    return found


def test_our_own_reading_finds_nothing(printed):
    faults = {}
    for (kind, language), content in printed.items():
        with pikepdf.open(io.BytesIO(content)) as paper:
            faults[kind, language] = faults_of(paper, language)

    assert {key: found for key, found in faults.items() if found} == {}


@pytest.mark.skipif(find_spec("page") is None, reason="page-validation is not installed")
def test_page_validation_finds_nothing(printed):
    from page import validate_pdf_bytes

    reports = {key: validate_pdf_bytes(content, profile="ua1") for key, content in printed.items()}

    assert {
        key: [str(each.rule_id) for each in report.failures] for key, report in reports.items() if report.failures
    } == {}
    assert {report.rules.failed for report in reports.values()} == {0}


@pytest.mark.skipif(shutil.which("verapdf") is None, reason="veraPDF is not installed")
def test_verapdf_finds_nothing(printed, tmp_path):
    for (kind, language), content in printed.items():
        (tmp_path / f"{kind}-{language}.pdf").write_bytes(content)

    done = subprocess.run(
        ["verapdf", "--flavour", "ua1", "--format", "text", *map(str, sorted(tmp_path.glob("*.pdf")))],
        capture_output=True,
        text=True,
        check=False,
    )

    assert [line[:4] for line in done.stdout.splitlines()] == ["PASS"] * len(printed), done.stdout + done.stderr
