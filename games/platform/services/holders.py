"""Holders of seats: people, personal links, and bots on the other seats."""

import secrets
from datetime import datetime
from typing import Any

from django.core import signing
from django.db import transaction
from django.db.models import F

from games.models import AwayPlan, Match, Seat, SeatHolder, SeatInvite, Status
from games.models.matches import HELD, KEPT
from games.platform import clock, hooks
from games.platform.errors import BadRequest, SeatTaken
from games.platform.selectors.position import game_of
from games.platform.services.matches import wait_for_people
from games.platform.work import news, outbox

SALT = "games.seat-invite"


@transaction.atomic
def seat_assign(*, match_id: int, seat: int, user: Any, extra_time: int = 0, now: datetime | None = None) -> SeatHolder:
    """Let a person act for a seat, beside its other holders. A bot there stops. Safe to repeat.

    `extra_time` (percent) lengthens the seat's deadlines from now on. A stand-in of this person leaves.
    Other people with a stand-in there can still return. Raises what `hooks.SEATINGS` raises in a supervised match.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    now = now or clock.now()
    row = match.seats.get(index=seat)
    holder, created = SeatHolder.objects.get_or_create(
        seat=row, user=user, released_at__isnull=True, defaults={"since": now, "extra_time": extra_time}
    )
    row.holders.filter(has_stand_in=True, user=user).update(has_stand_in=False)
    if created and match.supervised:
        hooks.SEATINGS.all(match, user)
    if created:
        _changed(match, seat)
    return holder


@transaction.atomic
def seat_release(*, match_id: int, seat: int, user: Any, stand_in: bool = False, now: datetime | None = None) -> None:
    """Release a person from a seat; a bot plays on unless there is another holder. With `stand_in` the person gets
    the seat back by opening the match. A match without holders waits if somebody is expected.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    held = SeatHolder.objects.filter(seat__match=match, seat__index=seat, user=user, released_at__isnull=True)
    now = now or clock.now()
    if not stand_in:
        SeatHolder.objects.filter(seat__match=match, seat__index=seat, user=user).update(has_stand_in=False)
    if held.update(released_at=now, has_stand_in=stand_in):
        plans_release(match=match, seat=seat, user=user, now=now)
        _changed(match, seat)
        holders = SeatHolder.objects.filter(seat__match=match)
        is_played = match.has_begun and not match.is_over
        if is_played and not holders.filter(HELD).exists() and holders.filter(KEPT).exists():
            wait_for_people(match)


@transaction.atomic
def seat_set_bot(*, match_id: int, seat: int, bot: str) -> None:
    """Choose the bot that plays a seat while nobody holds it. Raises BadRequest for one that the game does not have."""
    match = Match.objects.select_for_update().get(pk=match_id)
    if bot not in game_of(match).bots:
        raise BadRequest(field="bot", reason=bot)
    match.seats.filter(index=seat).update(bot=bot)
    _changed(match, seat)


def plans_release(*, match: Match, seat: int, user: Any, now: datetime) -> None:
    """End the person's plan for the seat that is released. Call it inside the transaction that locked the match."""
    rows = AwayPlan.objects.filter(seat__match=match, seat__index=seat, user=user, ended_at__isnull=True)
    rows.update(ended_at=now, end=AwayPlan.End.RELEASED)


def _changed(match: Match, seat: int) -> None:
    """A seat changed hands: pages reload, a bot looks at once, new holders are notified."""
    match.revision += 1
    match.save(update_fields=["revision"])
    news.publish(f"match-{match.pk}", news.END)
    match.decisions.filter(seat=seat, closed_at__isnull=True).update(bot_looked_at=-1, notified_at=None)
    if match.status == Status.RUNNING:
        outbox.after_commit("games.after_move", match.pk)


def invite_create(*, seat: Seat, by: Any, now: datetime | None = None) -> SeatInvite:
    """A personal link to a seat; earlier unused links to the seat become invalid."""
    now = now or clock.now()
    with transaction.atomic():
        seat.invites.filter(used_at__isnull=True, revoked_at__isnull=True).update(revoked_at=now)
        _links_changed(seat)
        return SeatInvite.objects.create(seat=seat, nonce=secrets.token_hex(16), created_by=by, created_at=now)


def invite_revoke(*, seat: Seat, now: datetime | None = None) -> None:
    """Make unused links to a seat invalid."""
    with transaction.atomic():
        if seat.invites.filter(used_at__isnull=True, revoked_at__isnull=True).update(revoked_at=now or clock.now()):
            _links_changed(seat)


def _links_changed(seat: Seat) -> None:
    """Reload the table's page, which shows the links to stewards."""
    Match.objects.filter(pk=seat.match_id).update(revision=F("revision") + 1)
    news.publish(f"match-{seat.match_id}")


def invite_token(invite: SeatInvite) -> str:
    """The secret part of the link. The stored nonce alone does not open it."""
    return signing.Signer(salt=SALT).sign(invite.nonce)


def invite_find(token: str) -> SeatInvite:
    """The invitation of a link. Raises SeatTaken for a forged, used or withdrawn one, and when the match is over."""
    invite = invite_of(token)
    if invite.revoked_at or invite.used_at or invite.seat.match.is_over:
        raise SeatTaken
    return invite


def invite_used(*, token: str, user: Any) -> SeatInvite | None:
    """The invitation that this person accepted by the link; None for a link of another person and for a forged one."""
    try:
        invite = invite_of(token)
    except SeatTaken:
        return None
    return invite if invite.used_by_id == user.pk else None


def invite_of(token: str) -> SeatInvite:
    """The invitation of a link in any state. Raises SeatTaken for a forged one."""
    try:
        nonce = signing.Signer(salt=SALT).unsign(token)
        return SeatInvite.objects.select_related("seat__match").get(nonce=nonce)
    except (signing.BadSignature, SeatInvite.DoesNotExist):
        raise SeatTaken from None
