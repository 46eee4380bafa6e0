"""Corrections of moves' authors by a match's stewards: several people at one screen, moves under a wrong name."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Max, Min
from django.utils.translation import gettext as _

from games.models import AuthorKind, Decision, Intervention, Match, Move, Seat, SeatHolder
from games.platform.errors import BadRequest
from games.platform.services.holders import seat_assign
from games.platform.services.interventions import Actor, intervention_record, was_done

Kind = Intervention.Kind
INSTANT: Final = timedelta(microseconds=1)
"""The offset at which a former holder counts as gone: a holder's last move and release may have the same time."""


def _locked_seat(match_id: int, seat: int) -> tuple[Match, Seat]:
    match = Match.objects.select_for_update().get(pk=match_id)
    row = match.seats.filter(index=seat).first()
    if row is None:
        raise BadRequest(field="seat", reason=seat)
    return match, row


@transaction.atomic
def screen_share(
    *, match_id: int, seat: int, user: Any, owner: Any, actor: Actor, from_start: bool = False, extra_time: int = 0
) -> Intervention | None:
    """Record that `user` shares the screen of `owner`, a current or former holder. Moves of `owner` in this seat
    count for both from now on, or from the start of the match. They hold the seat together; after the match, this
    holds for all who did at its end. Safe to repeat. Raises BadRequest.
    """
    match, row = _locked_seat(match_id, seat)
    owner = _whose_screen(row, owner)
    if owner is None or user.pk == owner.pk:
        raise BadRequest(field="with", reason=_("choose whose screen it was"))
    from_start = from_start or match.is_over
    since = match.started_at if from_start and match.started_at else actor.at
    known = row.holders.filter(user=user, together_with=owner, since__lte=since)
    if known.filter(released_at__isnull=True).exists():
        return None
    row.holders.filter(user=user, released_at__isnull=True).update(released_at=since)
    row.holders.filter(user=user, together_with=owner, since__gte=since).delete()
    if match.is_over:
        SeatHolder.objects.create(seat=row, user=user, since=since, together_with=owner)
    else:
        holder = seat_assign(match_id=match_id, seat=seat, user=user, extra_time=extra_time, now=since)
        SeatHolder.objects.filter(pk=holder.pk).update(together_with=owner)
    _bump(match_id)
    if not match.has_begun:
        return None
    return intervention_record(
        match=match, kind=Kind.TOGETHER, actor=actor, seat=seat, user=user, owner=owner.pk, from_start=from_start
    )


def _whose_screen(seat: Seat, user: Any) -> Any:
    """The person who moves at the screen at which `user` plays: `user` or the screen's owner. None for a person who
    never had the seat.
    """
    row = seat.holders.filter(user=user).select_related("together_with").order_by("-since", "-pk").first()
    return None if row is None else row.together_with or user


@transaction.atomic
def moves_credit(*, match_id: int, seat: int, first: int, last: int, user: Any, actor: Actor) -> Intervention | None:
    """Credit the players' moves of a seat from `first` to `last` to another person, and record the former author. The
    moves themselves stay. The person counts as a holder while these decisions were open. A repeated action does
    nothing. Raises BadRequest if there is no such move of another author.
    """
    match, row = _locked_seat(match_id, seat)
    if was_done(match, actor, Kind.CREDIT):
        return None
    if not actor.reason:
        raise BadRequest(field="reason", reason=_("say why"))
    moves = (
        Move.objects.kept()
        .filter(match=match, seat=seat, number__gte=first, number__lte=last, author_kind=AuthorKind.PLAYER)
        .exclude(author=user)
    )
    found = list(moves.order_by("number").values_list("number", "author", "key", "created_at"))
    if not found:
        raise BadRequest(field="first", reason=_("this seat has no moves of another person between these numbers"))
    asked = Decision.objects.filter(match=match, seat=seat, key__in={key for _n, _author, key, _at in found})
    since = asked.aggregate(at=Min("opened_at"))["at"] or found[0][3]
    until = max(found[-1][3], asked.aggregate(at=Max("closed_at"))["at"] or found[-1][3])
    moves.update(author=user)
    _hold(row, user, since, until, stays=match.is_over and until >= (match.ended_at or until))
    _bump(match_id)
    before = sorted({author for _n, author, _key, _at in found if author})
    numbers = [number for number, *_rest in found]
    done = intervention_record(
        match=match, kind=Kind.CREDIT, actor=actor, seat=seat, user=user, moves=numbers, before=before
    )
    done.counts = True
    done.save(update_fields=["counts"])
    return done


def _hold(seat: Seat, user: Any, since: datetime, until: datetime, *, stays: bool) -> None:
    """Record that a person held the seat during this time, unless already known. `stays`: to the end of the match."""
    rows = seat.holders.filter(user=user, since__lte=since)
    if rows.filter(released_at__isnull=True).exists() or rows.filter(released_at__gte=until).exists():
        return
    SeatHolder.objects.create(seat=seat, user=user, since=since, released_at=None if stays else until + INSTANT)


def _bump(match_id: int) -> None:
    match = Match.objects.get(pk=match_id)
    match.revision += 1
    match.save(update_fields=["revision"])
