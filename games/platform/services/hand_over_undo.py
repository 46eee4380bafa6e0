"""Undo of handing seats to bots: people get their seats back. The match is set back to that point if no person has
moved since.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.models import OF_PEOPLE, AuthorKind, Intervention, Match, SeatHolder, Status
from games.models.matches import HELD
from games.platform.errors import MatchNotRunning
from games.platform.services.due_times import give_time_left
from games.platform.services.forks import match_step_back
from games.platform.services.holders import seat_set_bot
from games.platform.services.interventions import HANDED_OVER, Actor, changed_hands, intervention_record
from games.platform.services.matches import begin, wait_for_people
from games.platform.services.stand_ins import seat_restore

Kind = Intervention.Kind
BY_PEOPLE: Final = (*OF_PEOPLE, AuthorKind.INSTRUCTOR)
"""Authors whose moves keep a hand-over from being undone."""


@dataclass(frozen=True)
class GivenBack:
    """Seats of one action that people got back, and those that stay because they changed since. `fork` is the match
    to continue if it was set back.
    """

    notes: tuple[Intervention, ...] = ()
    kept: tuple[int, ...] = ()
    fork: Match | None = None


@transaction.atomic
def steer_seats_back(
    *, match_id: int, batch: str, actor: Actor, gone: Collection[int] = (), same_cards: bool = True
) -> GivenBack:
    """Undo one action that gave seats to bots (`batch` of its Interventions). The former holders hold each seat
    again, and its bot is reset. A seat that changed hands since, or with a holder among `gone`, stays as it is.

    If moves were made since, none by a person, the match is left for a fork of the earlier position. Clocks have the
    time left then. This also opens a match that bots have finished. If a person has moved since, the moves are kept.
    Safe to repeat. Raises MatchNotRunning for a match that is over and cannot be set back.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    rows = list(match.interventions.filter(kind=Kind.TO_BOT, batch=batch, seat__isnull=False).order_by("pk"))
    rows = [row for row in rows if not _was_undone(match, row)]
    back = [row for row in rows if _holders(match, row, gone)]
    kept = tuple(row.seat for row in rows if row.seat is not None and row not in back)
    fork = _set_back(match, back, actor, same_cards) if back else None
    if fork is None and match.is_over:
        raise MatchNotRunning(status=match.status)
    if not back:
        return GivenBack((), kept)
    played = fork or match
    was_empty = fork is None and not SeatHolder.objects.filter(HELD, seat__match=match).exists()
    notes = tuple(_give_back(played, row, actor) for row in back)
    if was_empty:
        _restore_waiting(Match.objects.get(pk=match.pk), back[0], actor)
    return GivenBack(notes, kept, fork)


def _restore_waiting(match: Match, first: Intervention, actor: Actor) -> None:
    """Let an empty match wait for people if it did before the hand-over. Otherwise it continues with the time that
    was left then.
    """
    if first.params.get("awaited"):
        wait_for_people(match)
    elif match.awaits_people:
        begin(match, actor.at)
        give_time_left(match, first.params.get("left", {}), actor.at)


def can_be_set_back(match: Match, row: Intervention) -> bool:
    """Has no person moved since the hand-over `row`, so that undoing it would set the match back? A match ended by
    hand stays ended.
    """
    if match.status == Status.ABORTED or (match.number <= row.number and not match.is_over):
        return False
    return not match.moves.filter(number__gt=row.number, author_kind__in=BY_PEOPLE).exists()


def _set_back(match: Match, back: Sequence[Intervention], actor: Actor, same_cards: bool) -> Match | None:
    first = back[0]
    if not can_be_set_back(match, first):
        return None
    reason = actor.reason[:200] or _("Seats that had been given to bots were given back.")
    return match_step_back(
        match_id=match.pk,
        number=first.number,
        actor=replace(actor, reason=reason),
        same_cards=same_cards,
        as_at=first,
    )


def _holders(match: Match, row: Intervention, gone: Collection[int]) -> list[SeatHolder]:
    """The people who left the seat by this intervention, or lost a stand-in there. None if the seat changed hands
    since, or if one of them cannot come back.
    """
    seat = match.seats.get(index=row.seat or 0)
    holders = list(seat.holders.filter(_released_rows(row)).select_related("user").order_by("pk"))
    if any(holder.user_id in gone for holder in holders):
        return []
    later = match.interventions.filter(seat=row.seat, kind__in=HANDED_OVER, pk__gt=row.pk)
    changed = any(map(changed_hands, later)) or seat.holders.filter(HELD | Q(since__gt=row.created_at)).exists()
    return [] if changed else _latest_rows(holders)


def _released_rows(row: Intervention) -> Q:
    ended = Q(user__in=row.params.get("ended", ()), released_at__lte=row.created_at)
    return Q(user__in=row.params["released"], released_at=row.created_at) | ended


def _latest_rows(holders: Sequence[SeatHolder]) -> list[SeatHolder]:
    """The last holding of each person."""
    return list({holder.user_id: holder for holder in holders}.values())


def _give_back(played: Match, row: Intervention, actor: Actor) -> Intervention:
    """Give one seat of the current match back: its people hold it again, or have their stand-in again."""
    index = row.seat or 0
    if row.params.get("before"):
        seat_set_bot(match_id=played.pk, seat=index, bot=row.params["before"])
    holders = SeatHolder.objects.filter(_released_rows(row), seat__match=played, seat__index=index)
    people = _latest_rows(list(holders.select_related("seat", "user").order_by("pk")))
    ended = row.params.get("ended", ())
    for holder in people:
        if holder.user_id in ended:
            SeatHolder.objects.filter(pk=holder.pk).update(has_stand_in=True)
        else:
            seat_restore(match=played, row=holder, now=actor.at)
    note = {"undo": row.batch, "released": []}
    held = [holder for holder in people if holder.user_id not in ended]
    return intervention_record(
        match=played,
        kind=Kind.TO_PERSON if held else Kind.TO_BOT,
        actor=actor,
        seat=index,
        user=people[0].user if len(people) == 1 else None,
        **(note if held else note | {"until_back": True}),
    )


def _was_undone(match: Match, row: Intervention) -> bool:
    notes = match.interventions.filter(seat=row.seat, kind__in=(Kind.TO_PERSON, Kind.TO_BOT))
    return notes.filter(params__undo=row.batch).exists()
