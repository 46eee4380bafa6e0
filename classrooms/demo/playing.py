"""How the demo's class plays: bots think, and each move is told as that of whoever sits there."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from classrooms.models import Session, SessionTeam
from classrooms.questions.queries.moments import turn_of
from games.models import AuthorKind, Match, Status
from games.selectors import holders_of
from games.selectors.position import game_of, state_of
from games.services.authors import BOT, Author
from games.services.bots import bot_answer
from games.services.moves import submit

PARTS = 80
"""Moves of a turn lie so many parts of its time apart, and the last part holds the rest."""


@dataclass(frozen=True)
class Way:
    """How a team plays: from `began` on, up to the beginning of turn `until` (past the last: to the end), which it
    reaches a little before `last`. `strengths` are those of the bots that think for its people, in turn by seat.
    """

    began: datetime
    last: datetime
    until: int
    strengths: tuple[str, ...] = ("balanced",)

    def moment(self, turn: int, nth: int) -> datetime:
        """When the nth move of a turn is made: moves of a turn follow closely, and never pass those of the next."""
        gap = (self.last - self.began) / self.until
        return self.began + gap * turn + min(nth, PARTS) * gap / (PARTS + 20)


def table_play(table: SessionTeam, way: Way) -> Match:
    """Play a started table on. What people hold is answered in their names, the rest as bots."""
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
    """The first move that somebody wants to make; where all would wait, the least that the rules ask for."""
    rules, state = game_of(match).rules, state_of(match)
    owed = [prompt for prompt in rules.prompts(state) if not prompt.optional]
    for prompt in owed:
        strength = way.strengths[prompt.seat % len(way.strengths)] if prompt.seat in people else strengths[prompt.seat]
        move = bot_answer(match, state, prompt, strength)
        if move is not None:
            break
    else:
        prompt = owed[0]
        move = rules.default(state, prompt.seat, prompt.key)
    person = people.get(prompt.seat)
    by = Author(AuthorKind.PLAYER, person) if person is not None else BOT
    submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=by, now=moment, announce=False)


def tables_of(play_session: Session) -> list[SessionTeam]:
    """In their order."""
    return list(play_session.session_teams.order_by("position", "pk"))
