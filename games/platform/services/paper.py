"""Matches that are played on paper and entered afterwards or in between, by a steward."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.models import AuthorKind, Match, Move, Status
from games.platform.errors import refusal
from games.platform.services.authors import Author
from games.platform.services.forks import match_step_back
from games.platform.services.interventions import Actor
from games.platform.services.moves import submit
from games.ui.paper import Answer

NothingEntered = refusal("nothing_entered", _("The last decision of this table was not entered from paper."))
"""The last move came from a screen, or there is none."""


@transaction.atomic
def paper_enter(
    *, match_id: int, answers: Sequence[Answer], at_number: int, user: Any, now: datetime | None = None
) -> Match:
    """Play the moves of one line after move `at_number`, all or none, as decisions of the seats' people. `user` is the
    person who types. A repeated line does nothing. Raises what `submit` raises; StaleDecision if other moves were made
    since `at_number`.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    for place, answer in enumerate(answers):
        match = submit(
            match_id=match_id,
            seat=answer.seat,
            key=answer.key,
            move=answer.move,
            by=Author(AuthorKind.PAPER, user),
            submission_id=f"paper.{at_number}.{place}.{user.pk}",
            at_number=at_number + place,
            now=now,
            announce=match.status == Status.RUNNING,
        ).match
    return match


@transaction.atomic
def paper_undo(*, match_id: int, actor: Actor) -> Match:
    """Undo the last line: the table goes on from before it, with the same cards, in a fork, which is returned. The
    abandoned branch is kept. Raises NothingEntered, AlreadyLeft.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    before = _before_last_line(match)
    if before is None:
        raise NothingEntered
    return match_step_back(match_id=match_id, number=before, actor=actor, same_cards=True)


def _before_last_line(match: Match) -> int | None:
    """The number of the move before the last line; None if the last move was not entered from paper."""
    last = Move.objects.filter(match=match, number=match.number, author_kind=AuthorKind.PAPER).first()
    return int((last.submission_id or "").split(".")[1]) if last is not None else None
