"""Rubrics: the usual rubric, the data of its lines, and limits of changes. Marks are made in `queries.mark_table`."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy

from classrooms.models import GradeBook, RubricLine, Session, SessionStatus
from classrooms.play.sessions.queries.curves import OWN_CURVE, USUAL_CURVE
from classrooms.play.sessions.queries.set_up import face_of
from games.engine import codec, registry
from games.engine.draws import FastDraws
from games.engine.errors import RulesError
from games.engine.playout import playout
from games.platform.errors import ServiceError
from games.ui.targets import CURVES

Kind = RubricLine.Kind

USUAL: Final = (
    (Kind.PROJECT, 50),
    (Kind.PARTICIPATION, 30),
    (Kind.QUIZ, 15),
    (Kind.SURVEY, 5),
)
"""The lines of a new rubric. Own objectives are not among them: a class that shares a project should not compete
against it. In a game without a common result, own objectives replace the project result.
"""
PARAMS: Final[Mapping[str, Mapping[str, tuple[int, int]]]] = {
    Kind.PROJECT: {"fall": (50, 1000)},
    Kind.PARTICIPATION: {"late": (0, 100)},
    Kind.DECISIONS: {"zero": (2, 100)},
}
"""By kind of line, its numbers: the usual and the greatest value."""
CURVE_NAMES: Final = (*CURVES, OWN_CURVE)
MOST_LINES: Final = 20


class RehearsalHasNoGrades(ServiceError):
    """A rehearsal is deleted afterwards, so it has no grades."""

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
        RubricLine.objects.bulk_create(usual_lines(book))
        _options_for_grades(play_session)
    return book


def usual_lines(book: GradeBook) -> list[RubricLine]:
    """The lines of a new rubric, not stored yet."""
    kinds = dict(USUAL)
    if not _is_common(book.session):
        kinds = {Kind.OBJECTIVES: kinds.pop(Kind.PROJECT), **kinds}
    return [
        RubricLine(book=book, kind=kind, weight=weight, position=position, params=usual_params(kind))
        for position, (kind, weight) in enumerate(kinds.items())
    ]


def _is_common(play_session: Session) -> bool:
    """Do people share a result in the game? A draft without a scenario is judged by the first scenario of its game."""
    texts = registry.get(play_session.game).scenarios
    text = play_session.scenario or texts.get(play_session.scenario_key) or next(iter(texts.values()), "")
    try:
        return bool(text) and _has_targets(play_session.game, text, "{}")
    except RulesError:
        return True


def _options_for_grades(play_session: Session) -> None:
    """Set the options for graded sessions once, when a draft becomes graded. An option that staff remove
    afterwards stays removed.
    """
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
    """The params of a new line of this kind."""
    if kind == Kind.PROJECT:
        return {"curve": USUAL_CURVE}
    return {name: usual for name, (usual, _most) in PARAMS.get(kind, {}).items()}


def project_params(lines: Iterable[RubricLine]) -> Mapping[str, Any]:
    """The params of the line for the project result; the usual ones if the rubric has no such line."""
    return next((line.params for line in lines if line.kind == Kind.PROJECT), usual_params(Kind.PROJECT))


def is_fixed(play_session: Session) -> bool:
    """Has the session opened? After that, a curve shown to students is changed only with a reason."""
    return play_session.status != SessionStatus.DRAFT


def sources(play_session: Session) -> frozenset[str]:
    """Kinds of line that can have points in this session. Others are hidden and never count."""
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
    """The reason for which decisions are never judged with these options (JSON text); empty if they are."""
    found = registry.get(game)
    if found.analysis is None:
        return "no_analysis"
    try:
        read = codec.read_options(options, found.rules.options_type)
    except RulesError:
        return ""
    return "priced" if found.analysis.priced(read) else ""


def has_targets(play_session: Session) -> bool:
    """Does the game end with collective targets? The answer comes from one automatic match. False for a draft that
    cannot be played yet.
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
