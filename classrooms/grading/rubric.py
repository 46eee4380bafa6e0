"""Rubrics: the usual one, what its lines can rest on, and how they are changed."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy

from classrooms.grading.points import OWN_CURVE
from classrooms.models import GradeBook, RubricLine, Session, SessionStatus
from classrooms.sessions.queries.set_up import face_of
from games.engine import codec, registry
from games.engine.draws import FastDraws
from games.engine.errors import RulesError
from games.engine.playout import playout
from games.errors import ServiceError
from games.kit.targets import CURVES

Kind = RubricLine.Kind

USUAL: Final = (
    (Kind.PROJECT, 30),
    (Kind.OBJECTIVES, 30),
    (Kind.PARTICIPATION, 25),
    (Kind.QUIZ, 10),
    (Kind.SURVEY, 5),
)
PARAMS: Final[Mapping[str, Mapping[str, tuple[int, int]]]] = {
    Kind.PROJECT: {"fall": (50, 1000)},
    Kind.PARTICIPATION: {"late": (0, 100)},
    Kind.DECISIONS: {"zero": (2, 100)},
}
"""By kind of line, its numbers: what they are at first, and the most that they can be."""
USUAL_CURVE: Final = "usual"
CURVE_NAMES: Final = (*CURVES, OWN_CURVE)
MOST_LINES: Final = 20


class RehearsalHasNoGrades(ServiceError):
    """A rehearsal is thrown away."""

    code = "rehearsal_has_no_grades"
    message = gettext_lazy("A rehearsal counts nowhere, so it has no grades.")


@transaction.atomic
def book_ensure(*, play_session: Session) -> GradeBook:
    """The grade book of a session, with the usual rubric if there was none; a draft then gets the options that its game
    wants where it is graded, unless others were chosen. Safe to repeat. Raises RehearsalHasNoGrades.
    """
    if play_session.is_rehearsal:
        raise RehearsalHasNoGrades
    book, created = GradeBook.objects.get_or_create(session=play_session)
    if created:
        RubricLine.objects.bulk_create(
            RubricLine(book=book, kind=kind, weight=weight, position=position, params=usual_params(kind))
            for position, (kind, weight) in enumerate(USUAL)
        )
        _options_for_grades(play_session)
    return book


def _options_for_grades(play_session: Session) -> None:
    """Once, when a draft becomes one that is graded: whoever takes an option back after that means it."""
    row = Session.objects.select_for_update().get(pk=play_session.pk)
    try:
        wanted = face_of(row).graded_options
    except LookupError:
        return
    missing = {name: value for name, value in wanted.items() if name not in row.options}
    if row.status == SessionStatus.DRAFT and missing:
        row.options = play_session.options = {**row.options, **missing}
        row.revision = F("revision") + 1
        row.save(update_fields=["options", "revision"])


def usual_params(kind: str) -> dict[str, Any]:
    """What a new line of this kind starts with."""
    if kind == Kind.PROJECT:
        return {"curve": USUAL_CURVE}
    return {name: usual for name, (usual, _most) in PARAMS.get(kind, {}).items()}


def is_fixed(play_session: Session) -> bool:
    """Has the session opened? What students were told of the curve then is not changed without a reason."""
    return play_session.status != SessionStatus.DRAFT


def sources(play_session: Session) -> frozenset[str]:
    """Kinds of line that can ever have points in this session. Others are hidden and never count."""
    found = {Kind.OBJECTIVES, Kind.PARTICIPATION, Kind.PEER, Kind.MANUAL}
    if has_targets(play_session):
        found.add(Kind.PROJECT)
    if play_session.questions.exists():
        found.add(Kind.QUIZ)
    if play_session.survey_items.exists():
        found.add(Kind.SURVEY)
    if play_session.has_forecasts:
        found.add(Kind.FORECAST)
    if not why_unweighed(play_session.game, codec.to_json(play_session.options or {}).decode()):
        found.add(Kind.DECISIONS)
    return frozenset(found)


def why_unweighed(game: str, options: str) -> str:
    """Why decisions of a game are never judged with these options, a text in JSON; empty where they are."""
    found = registry.get(game)
    if found.analysis is None:
        return "no_analysis"
    try:
        read = codec.read_options(options, found.rules.options_type)
    except RulesError:
        return ""
    return "priced" if found.analysis.priced(read) else ""


def has_targets(play_session: Session) -> bool:
    """Does the game end with collective targets? Found out by letting it play itself once. No for a draft that cannot
    be played yet.
    """
    text = play_session.scenario or registry.get(play_session.game).scenarios.get(play_session.scenario_key, "")
    options = codec.to_json(play_session.options or {}).decode()
    try:
        return bool(text) and _has_targets(play_session.game, text, options)
    except RulesError:
        return False


@lru_cache(maxsize=64)
def _has_targets(game: str, text: str, options: str) -> bool:
    found = registry.get(game)
    rules = found.rules
    scenario = rules.load_scenario(text)
    seats, draws = max(rules.seat_counts(scenario)), FastDraws(0)
    start = rules.setup(scenario, codec.read_options(options, rules.options_type), seats, draws)
    # Not by default moves: there are games that never end by them alone.
    bots = [found.bot(found.usual_bot)] * seats
    return bool(playout(rules, start, bots, draws, bot_draws=FastDraws(1)).result.targets)
