"""The meaning of the columns of the research tables, as a text file in the reader's language."""

from collections.abc import Mapping
from datetime import datetime
from textwrap import fill
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classrooms.assess.grading.files.research import ACCOUNT, DECISIONS, MOVES, NAMES, SCORES, moment
from classrooms.models import Session

WIDTH: Final = 100
TABLES: Final = (
    ("decisions.csv", DECISIONS, gettext_lazy("One row for each decision that a seat was asked for.")),
    (
        "moves.csv",
        MOVES,
        gettext_lazy("One row for each move. A decision may take several: offers, revised answers."),
    ),
    ("scores.csv", SCORES, gettext_lazy("One row for each seat.")),
    (
        "account.csv",
        ACCOUNT,
        gettext_lazy(
            "One row for each step from the reference result to the result of an analysed match. They add up."
        ),
    ),
)

MEANINGS: Final[Mapping[str, Any]] = {
    "session": gettext_lazy("number of the session"),
    "team": gettext_lazy("the table: its name, or its number in files with pseudonyms"),
    "match": gettext_lazy("number of the match; each branch is a match of its own"),
    "branch": gettext_lazy("1 for the match as it began, one more after each step back of the instructor"),
    "counts": gettext_lazy("1 for what belongs to the match as it was played in the end, 0 for what a step back undid"),
    "seat": gettext_lazy("index of the seat, from 0"),
    "role": gettext_lazy("role of the seat, as the scenario calls it"),
    "holders": gettext_lazy(
        "who had been given the seat then, separated by semicolons, whether or not they moved; empty: nobody"
    ),
    "players": gettext_lazy("who made moves in the seat, separated by semicolons; empty: no person"),
    "own_moves": gettext_lazy("how many moves each of the players made, in the same order"),
    "absent": gettext_lazy("who had the seat while others decided for it, and made no move"),
    "beside": gettext_lazy("who played at the same screen, or decided on the same paper, separated by semicolons"),
    "names": gettext_lazy("the names of the holders, in the same order"),
    "turn": gettext_lazy("turn of the game in which the decision was settled or the move made"),
    "prompt": gettext_lazy("what was asked, unique for the seat in its match"),
    "kind": gettext_lazy("kind of the decision"),
    "owed": gettext_lazy("1 if it had to be answered, 0 if it could be left"),
    "opened_at": gettext_lazy("when it was asked"),
    "due_at": gettext_lazy("when its time was up, with extra time and pauses; empty: never"),
    "answered_at": gettext_lazy("when the answer that stood was given; empty: others settled it, or it is open"),
    "closed_at": gettext_lazy("when it was no longer asked; empty: it is open"),
    "seconds": gettext_lazy(
        "from asking to the answer that stood; of a match, from beginning to end. By the clock: nights and pauses count"
    ),
    "on_task": gettext_lazy(
        "for each of the players, in the same order: seconds with an open question before each own move, at most 15 "
        "minutes a move; pauses and quiet hours do not count"
    ),
    "waited": gettext_lazy(
        "for each of the players, in the same order: seconds in the seat with nothing to answer while other people at "
        "the table were awaited; pauses and quiet hours do not count"
    ),
    "author_kind": gettext_lazy(
        "who moved: player, bot, deadline (the default when the time was up), instructor, plan (of somebody away), "
        "settled (there was no choice), paper (decided by the seat's people on paper and entered later)"
    ),
    "person": gettext_lazy("the player who moved: user name or pseudonym"),
    "name": gettext_lazy("that player's name"),
    "move_number": gettext_lazy("number of the answer in its match, from 1"),
    "number": gettext_lazy("number of the move in its match, from 1"),
    "move_kind": gettext_lazy("kind of the move"),
    "args": gettext_lazy("the move as JSON; with pseudonyms, texts in the players' own words are empty"),
    "taken_back": gettext_lazy(
        "1 for a move that its author took back at once, and for the taking back itself: they count nowhere, else 0"
    ),
    "moves": gettext_lazy("how many moves the decision took, or the match"),
    "late": gettext_lazy("1 if it was answered after its time was up, or by what happens then"),
    "intervention": gettext_lazy(
        "what whoever runs the session did to the table or the seat meanwhile, separated by semicolons"
    ),
    "at": gettext_lazy("when the move was made"),
    "bot": gettext_lazy("the bot that moved in the seat; empty: none did"),
    "status": gettext_lazy("state of the match: lobby, running, paused, finished, aborted"),
    "started_at": gettext_lazy("when the match began"),
    "ended_at": gettext_lazy("when it was over"),
    "score": gettext_lazy("points of the seat; empty before the end"),
    "place": gettext_lazy("place inside the match, 1 is the best; places of different roles cannot be compared"),
    "targets": gettext_lazy("collective targets of the match as JSON"),
    "part": gettext_lazy(
        "reference: to be expected at the start. luck, decision, means (what could not be paid for), rest (not "
        "attributed): what each step added. reached: the result"
    ),
    "points": gettext_lazy("points of the project's result, which has 100"),
    "measures": gettext_lazy("the same of each measure of the game, as JSON"),
    "game": gettext_lazy("the game"),
    "rules_version": gettext_lazy("version of its rules"),
}


def codebook(play_session: Session, *, named: bool, now: datetime) -> str:
    """The text in the current language, every column of every table once."""
    parts = [_("Codebook"), _head(play_session, named, now)]
    for name, columns, what in TABLES:
        lines = [
            fill(f"{column}: {MEANINGS[column]}", WIDTH, initial_indent="  ", subsequent_indent="      ")
            for column in columns
            if named or column not in NAMES
        ]
        parts.append("\n".join([f"{name}. {what}", *lines]))
    return "\n\n".join(parts) + "\n"


def _head(play_session: Session, named: bool, now: datetime) -> str:
    """The head of the text. Titles may name people, so only files with names have titles."""
    where = f"{play_session.course.name}, {play_session.title}" if named else f"{play_session.pk}"
    notes = [
        _("Session: %(session)s. Made: %(at)s.") % {"session": where, "at": moment(now)},
        _("Tables are CSV in UTF-8 with commas and a first line of names. Times are UTC."),
        _("An apostrophe before a text keeps spreadsheets from running it."),
    ]
    if named:
        notes.append(_("These files name people. Keep them as such."))
    else:
        notes.append(
            _(
                "Pseudonyms are the same in all sessions of the course. They are made with a secret that stays on the "
                "site: without it none leads back to a person."
            )
        )
    return "\n".join(fill(note, WIDTH) for note in notes)
