"""All settings of a session, for the review before it opens and for later."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.models import Session, SessionStatus
from classrooms.play.sessions.queries.end_words import EndWords, end_words
from classrooms.play.sessions.queries.pace_words import pace_examples, pace_words
from classrooms.play.sessions.queries.set_up import face_of, game_words, own_scenario_words, pace_of
from classrooms.play.sessions.queries.tables import TableLine, extra_times_of, table_lines
from classrooms.play.sessions.services import check_ready
from games.public.base import ServiceError
from games.ui.option_forms import options_form


@dataclass(frozen=True)
class Chapter:
    """A part of the settings in sentences, with the step that changes it."""

    step: int
    name: str
    words: Sequence[str]


def review_context(play_session: Session, *, now: datetime) -> dict[str, Any]:
    """The context of the review: chapters, tables and warnings. A draft that opens automatically makes its teams
    then.
    """
    lines = table_lines(play_session)
    is_draft = play_session.status == SessionStatus.DRAFT
    missing = ""
    if is_draft and not play_session.opens_itself:
        try:
            check_ready(play_session)
        except ServiceError as error:
            missing = str(error)
    return {
        "chapters": chapters(play_session, now),
        "lines": lines,
        "missing": missing,
        "warnings": warnings(play_session, lines, now) if is_draft else [],
    }


def chapters(play_session: Session, now: datetime) -> list[Chapter]:
    """The settings, step by step."""
    limits = pace_of(play_session)
    extras = extra_times_of(play_session)
    own = [f"{own_scenario_words(play_session)}."] if play_session.scenario_version else []
    played = [f"{game_words(play_session)}.", *own, *options_words(play_session)]
    return [
        Chapter(1, _("Game and options"), played),
        Chapter(
            3, _("Time"), [*pace_words(limits), *_ends(play_session, now).said, *pace_examples(limits, now, extras[:5])]
        ),
        Chapter(4, _("Late answers"), [_late_words(play_session), _unfinished_words(play_session)]),
        Chapter(5, _("Luck, bots, joining"), _luck_words(play_session)),
    ]


def _ends(play_session: Session, now: datetime) -> EndWords:
    """The end of its matches, while it is in the future."""
    if play_session.status not in (SessionStatus.DRAFT, SessionStatus.OPEN):
        return EndWords()
    return end_words(
        play_session,
        pace_of(play_session),
        starts_at=play_session.starts_at,
        debrief_at=play_session.debrief_at,
        now=now,
        extra=max((percent for _name, percent in extra_times_of(play_session)), default=0),
    )


def options_words(play_session: Session) -> list[str]:
    """The options that differ from the usual ones, with their names in the form."""
    form = options_form(face_of(play_session), None, play_session.options)
    words = []
    for name, field in form.fields.items():
        value = play_session.options.get(name, field.initial)
        if value in (None, "") or value == field.initial or (value is False and not field.initial):
            continue
        choices = dict(getattr(field, "choices", ()))
        said = choices.get(value, value)
        yes_no = {True: _("yes"), False: _("no")}
        said = yes_no[value] if isinstance(value, bool) else said
        words.append(_("%(what)s: %(value)s.") % {"what": field.label, "value": said})
    return words or [_("All options as usual.")]


def _late_words(play_session: Session) -> str:
    return {
        "default": _("When time is up, the default move is played."),
        "bot": _("When time is up, a bot decides, this once."),
        "wait": _("When time is up, the team waits."),
    }[play_session.late_policy]


def _unfinished_words(play_session: Session) -> str:
    return {
        "later": _("A match that is not over continues another day and has no marks until it ends."),
        "turns": _("A match that is not over is marked on the turns played."),
    }[play_session.unfinished]


def _luck_words(play_session: Session) -> list[str]:
    """Luck and the switches of the same step."""
    face = face_of(play_session)
    bot = face.bot_names().get(play_session.bot or face.game.usual_bot, play_session.bot)
    same = play_session.luck == "same"
    words = [_("All teams draw the same cards.") if same else _("Each team draws its own cards.")]
    words.append(_("Bots: %(name)s.") % {"name": bot})
    words.append(
        _("Latecomers take a bot's seat by themselves.")
        if play_session.late_join
        else _("Latecomers are seated by you.")
    )
    if face.game.expected is not None:
        words.append(_expected_words(play_session))
    words.append(
        _("Decisions can be taken back for 10 seconds.") if play_session.undo else _("Decisions cannot be taken back.")
    )
    if play_session.has_forecasts:
        words.append(_("Students keep a forecast journal."))
    if play_session.is_rehearsal:
        words.append(_("A rehearsal: it counts nowhere and is deleted afterwards."))
    return words


def _expected_words(play_session: Session) -> str:
    return {
        "off": _("Nothing is shown of what is expected at the end."),
        "position": _("The expected end is shown; the worth of a choice only after it."),
        "choices": _("The expected end is shown, and beside each choice what it would change."),
    }[play_session.expected]


def warnings(play_session: Session, lines: Sequence[TableLine], now: datetime) -> list[str]:
    """Warnings about allowed settings that may be unintended."""
    found = []
    unseated = [user.called for line in lines for user in line.unseated]
    is_planned = any(line.people for line in lines)
    if is_planned and unseated:
        words = {"number": len(unseated), "names": ", ".join(unseated[:8]) + ("…" if len(unseated) > 8 else "")}
        found.append(
            ngettext(
                "%(number)d member of a team has no seat: %(names)s.",
                "%(number)d members of teams have no seat: %(names)s.",
                len(unseated),
            )
            % words
        )
    empty = [line.table.name for line in lines if line.table.team_id and not line.people]
    if is_planned and empty:
        found.append(_("Nobody is planned at: %(names)s. Bots play there.") % {"names": ", ".join(empty)})
    if play_session.starts_at is not None and play_session.starts_at <= now:
        found.append(_("The planned start has passed: you will start the session by hand."))
    if warning := _ends(play_session, now).warning:
        found.append(warning)
    return found
