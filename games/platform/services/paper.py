"""Matches that are played on paper and entered afterwards or in between, by a steward.

The site draws the cards, in the order that it prints, or the table draws its own. The draws of such a table are typed
with the decision that leads to them, and come before those of the seed.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.engine.types import Draw
from games.models import AuthorKind, Match, Move, Status
from games.platform.errors import refusal
from games.platform.selectors.position import deals_own, game_of, seeds_of, state_of
from games.platform.services.authors import Author
from games.platform.services.forks import match_step_back
from games.platform.services.interventions import Actor
from games.platform.services.moves import submit
from games.ui import faces
from games.ui.paper import Answer, Hand

NothingEntered = refusal("nothing_entered", _("The last decision of this table was not entered from paper."))
"""The last move came from a screen, or there is none."""
OwnCardsOff = refusal("own_cards_off", _("The site draws the cards of this match."))
"""A table chose its own cards after its first move, or in a game whose draws cannot be typed in."""


@transaction.atomic
def paper_own_cards(*, match_id: int) -> Match:
    """Let the table draw its own cards from now on. Safe to repeat. Raises OwnCardsOff after the first move, for a
    match that is over, and for a game whose draws cannot be typed.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    if deals_own(match):
        return match
    if match.number or match.is_over or faces.get(match.game).printing.draw is None:
        raise OwnCardsOff
    match.seeds = [[*match.seeds[0], []], *match.seeds[1:]]
    match.save(update_fields=["seeds"])
    return match


@transaction.atomic
def paper_enter(
    *,
    match_id: int,
    answers: Sequence[Answer],
    at_number: int,
    user: Any,
    hand: Hand | None = None,
    now: datetime | None = None,
) -> Match:
    """Play the moves of one line after move `at_number`, all or none, as decisions of the seats' people. `user` is the
    person who types. `hand` gives the cards of a table that draws its own. A repeated line does nothing. Raises what
    `submit` raises; StaleDecision if other moves were made since `at_number`; CardAsked or BadLine for cards that are
    missing, wrong or too many.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    is_repeated = match.number != at_number
    for place, answer in enumerate(answers):
        if hand is not None and deals_own(match) and match.number == at_number + place:
            _deal(match, answer, hand)
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
    if hand is not None and not is_repeated:
        hand.close()
    return match


class _OwnDraws:
    """Draws that the table has made, and `new` ones from its hand."""

    def __init__(self, state: Any, known: Sequence[Draw], hand: Hand) -> None:
        self._state, self._hand = state, hand
        self._known = {(each.label, each.sides): each for each in known}
        self._made: list[Draw] = []
        self.new: list[Draw] = []

    def below(self, sides: int, label: str) -> int:
        """See `games.engine.draws.Draws`."""
        draw = self._known.get((label, sides))
        if draw is None:
            draw = Draw(label, sides, self._hand.draw(self._state, label, self._made))
            self.new.append(draw)
            self._known[label, sides] = draw
        self._made.append(draw)
        return draw.value


def _deal(match: Match, answer: Answer, hand: Hand) -> None:
    """Store the draws to which an answer leads, before it is played. A closed question leads to none."""
    rules, state = game_of(match).rules, state_of(match)
    if not any((each.seat, each.key) == (answer.seat, answer.key) for each in rules.prompts(state)):
        return
    first, *later = seeds_of(match)
    draws = _OwnDraws(state, first.dealt or (), hand)
    rules.apply(state, answer.seat, answer.key, answer.move, draws)
    if draws.new:
        match.seeds = [[first.number, first.seed, msgspec.to_builtins([*(first.dealt or ()), *draws.new])]] + [
            [each.number, each.seed] for each in later
        ]
        match.save(update_fields=["seeds"])


@transaction.atomic
def paper_undo(*, match_id: int, actor: Actor) -> Match:
    """Undo the last line: the table goes on from before it, with the same cards, in a fork, which is returned. Cards of
    its own that the table drew with that line are typed again. The abandoned branch is kept. Raises NothingEntered,
    AlreadyLeft.
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
