"""Play in the demo's class: bots choose the moves, which are recorded in the names of the people on the seats."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from classrooms.models import Session, SessionTeam
from classrooms.play.questions.queries.moments import turn_of
from games.public.matches import game_of, holders_of, state_of
from games.public.models import AuthorKind, Match, Status
from games.public.steering import BOT, Author, bot_answer, submit

PARTS = 80
"""A turn is divided into this many equal intervals between moves; the last interval holds the remaining moves."""


@dataclass(frozen=True)
class Way:
    """The way in which a team plays: from `began` up to the beginning of turn `until`, or to the end for a later
    `until`. Turn `until` is reached a little before `last`. `strengths` are those of the bots that choose for people,
    assigned to seats in rotation.
    """

    began: datetime
    last: datetime
    until: int
    strengths: tuple[str, ...] = ("balanced",)

    def moment(self, turn: int, nth: int) -> datetime:
        """The time of the nth move of a turn: moves follow closely, and never come after the next turn's."""
        gap = (self.last - self.began) / self.until
        return self.began + gap * turn + min(nth, PARTS) * gap / (PARTS + 20)


def table_play(table: SessionTeam, way: Way) -> Match:
    """Play a started table on. Moves of seats with people are recorded in their names, the others as bots' moves."""
    match = Match.objects.get(session_team=table)
    people = {seat: users[0] for seat, users in holders_of(match).items()}
    strengths = dict(match.seats.values_list("index", "bot"))
    nth, before = 0, 0
    while match.status == Status.RUNNING:
        turn = turn_of(match)
        if turn >= way.until:
            break
        nth, before = (nth + 1, before) if turn == before else (0, turn)
        _move(match, people, strengths, way, way.moment(turn, nth))
        match.refresh_from_db()
    return match


def _move(match: Match, people: dict[int, Any], strengths: dict[int, str], way: Way, moment: datetime) -> None:
    """Make the first move that a bot wants; if all would wait, the default of the first decision."""
    rules, state = game_of(match).rules, state_of(match)
    pending = [prompt for prompt in rules.prompts(state) if not prompt.optional]
    for prompt in pending:
        strength = way.strengths[prompt.seat % len(way.strengths)] if prompt.seat in people else strengths[prompt.seat]
        move = bot_answer(match, state, prompt, strength)
        if move is not None:
            break
    else:
        prompt = pending[0]
        move = rules.default(state, prompt.seat, prompt.key)
    person = people.get(prompt.seat)
    by = Author(AuthorKind.PLAYER, person) if person is not None else BOT
    submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=by, now=moment, announce=False)


def tables_of(play_session: Session) -> list[SessionTeam]:
    """The tables of a session in their order."""
    return list(play_session.session_teams.order_by("position", "pk"))
