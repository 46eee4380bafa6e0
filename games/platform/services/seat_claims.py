"""Claiming a seat. Nobody shares a seat without its holder's consent. If views hide something, a claim after the
start must not show a person a further hand.

Staff of a session seat people freely, see `steering_seats`.
"""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from games.models import Intervention, Match, Seat, SeatAsk, SeatHolder, SeatInvite
from games.models.matches import KEPT, OVER
from games.platform.errors import AskRefused, NotYourSeat, OneHand, SeatKept, SeatTaken
from games.platform.selectors.position import hides
from games.platform.services.holders import invite_of
from games.platform.services.interventions import Actor
from games.platform.services.matches import match_begin
from games.platform.services.steering_seats import locked_seat, steer_seat_to_person

Answer = SeatAsk.Answer


def hands_known(matches: Iterable[Match], user: Any) -> dict[int, frozenset[int]]:
    """The seats whose secrets a person knows, by match, in one query. These are seats held now or after the start, or
    with a stand-in. Matches with the same luck count, too, as their cards are the same. Empty if nothing is
    hidden.
    """
    matches = list(matches)
    secrets = {match.commitment for match in matches if hides(match)}
    if not secrets:
        return {match.pk: frozenset() for match in matches}
    begun = {"seat__match__started_at__isnull": False, "seat__match__commitment__in": secrets}
    learnt = KEPT | Q(released_at__gt=F("seat__match__started_at"))
    rows = SeatHolder.objects.filter(learnt, user=user.pk, **begun)
    known: dict[str, set[int]] = {}
    for luck, seat in rows.values_list("seat__match__commitment", "seat__index"):
        known.setdefault(luck, set()).add(seat)
    return {match.pk: frozenset(known.get(match.commitment, ()) if hides(match) else ()) for match in matches}


def hand_check(*, match: Match, user: Any, shown: Iterable[int]) -> None:
    """Raises OneHand if a person, once shown the secrets of these seats, would know more hands than allowed together.
    Call it inside the transaction that locked the match.
    """
    known, shown = hands_known([match], user)[match.pk], frozenset(shown)
    if not known <= shown and not shown <= known:
        raise OneHand


def hands_join_check(*, guest: Any, into: Any) -> None:
    """Raises OneHand if these two accounts, joined by the person, would know two hands of an unfinished match. Call
    it inside the transaction that locked the guest's matches.
    """
    matches = list(Match.objects.filter(seats__holders__user=guest).exclude(status__in=OVER).distinct())
    known = hands_known(matches, guest)
    for match in matches:
        hand_check(match=match, user=into, shown=known[match.pk])


@transaction.atomic
def seat_take(*, match_id: int, seat: int, actor: Actor) -> SeatAsk | None:
    """Claim a seat. If it has a holder, the holder is asked first and the request is returned. None means that the
    person has the seat, as staff of a session always do at once. Safe to repeat. Raises OneHand, SeatKept,
    AskRefused, MatchNotRunning, BadRequest.
    """
    match, row, holders = locked_seat(match_id, seat)
    if any(holder.user_id == actor.user.pk for holder in holders):
        return None
    if not (match.supervised and match.stewards.filter(pk=actor.user.pk).exists()):
        hand_check(match=match, user=actor.user, shown=(seat,))
        if holders:
            return _ask(row, holders, actor)
        _kept_check(match, row, actor.user)
    _sit(match, row, actor.user, actor)
    return None


def _kept_check(match: Match, row: Seat, user: Any) -> None:
    """Raises SeatKept for a free seat with secrets whose holder another player sent away. Otherwise a player could
    read a hand under a second account. In a supervised match, staff are responsible for releases.
    """
    if match.supervised or row.index in hands_known([match], user)[match.pk] or not hides(match):
        return
    sent = match.interventions.filter(kind=Intervention.Kind.TO_BOT, seat=row.index).order_by("-created_at", "-pk")
    last = next((each for each in sent if each.params.get("released")), None)
    if last is not None and set(last.params["released"]) != {last.by_id}:
        raise SeatKept


def _ask(row: Seat, holders: list[SeatHolder], actor: Actor) -> SeatAsk:
    asks = row.asks.filter(user=actor.user)
    known = asks.filter(answer="").first()
    if known is not None:
        return known
    if asks.filter(answer=Answer.REFUSED, answered_by__in=[holder.user_id for holder in holders]).exists():
        raise AskRefused
    _bump(row.match_id)
    return SeatAsk.objects.create(seat=row, user=actor.user, asked_at=actor.at)


def _sit(match: Match, row: Seat, user: Any, actor: Actor) -> None:
    """Seat the person, withdraw the person's other requests at this table, and begin a match that waited."""
    steer_seat_to_person(match_id=match.pk, seat=row.index, user=user, beside=True, actor=actor)
    match_begin(match_id=match.pk, now=actor.at)
    asks = SeatAsk.objects.filter(seat__match=match, user=user, answer="")
    asks.update(answer=Answer.WITHDRAWN, answered_at=actor.at)


@transaction.atomic
def ask_answer(*, ask_id: int, accept: bool, actor: Actor) -> SeatAsk:
    """Accept or refuse a request for a seat, as its holder. A closed request is unchanged. Raises NotYourSeat,
    OneHand, MatchNotRunning.
    """
    match, ask, holders = _locked_ask(ask_id)
    if ask.answer:
        return ask
    if all(holder.user_id != actor.user.pk for holder in holders):
        raise NotYourSeat(seat=ask.seat.index)
    if accept:
        hand_check(match=match, user=ask.user, shown=(ask.seat.index,))
    _close(ask, Answer.ACCEPTED if accept else Answer.REFUSED, actor, by=actor.user)
    if accept:
        _sit(match, ask.seat, ask.user, actor)
    return ask


@transaction.atomic
def ask_withdraw(*, ask_id: int, actor: Actor) -> SeatAsk:
    """Withdraw one's own open request. Raises NotYourSeat for another person's."""
    _match, ask, _holders = _locked_ask(ask_id)
    if ask.user_id != actor.user.pk:
        raise NotYourSeat(seat=ask.seat.index)
    if not ask.answer:
        _close(ask, Answer.WITHDRAWN, actor)
    return ask


def _locked_ask(ask_id: int) -> tuple[Match, SeatAsk, list[SeatHolder]]:
    """The request and the seat's holders, under the match's lock, so that two answers come one after the other."""
    place = SeatAsk.objects.values_list("seat__match", "seat__index").get(pk=ask_id)
    match, _row, holders = locked_seat(*place)
    return match, SeatAsk.objects.select_related("seat", "user").get(pk=ask_id), holders


def _close(ask: SeatAsk, answer: SeatAsk.Answer, actor: Actor, by: Any = None) -> None:
    ask.answer, ask.answered_by, ask.answered_at = answer, by, actor.at
    ask.save(update_fields=["answer", "answered_by", "answered_at"])
    _bump(ask.seat.match_id)


def _bump(match_id: int) -> None:
    """Reload the table's pages, which show requests."""
    Match.objects.filter(pk=match_id).update(revision=F("revision") + 1)


@transaction.atomic
def invite_accept(*, token: str, actor: Actor) -> SeatAsk | None:
    """Claim a seat by a link, or ask its present holder: see `seat_take`. The same person may repeat it while holding
    the seat or asking for it. Raises SeatTaken if another person was faster or the link was withdrawn, OneHand.
    """
    invite, user = invite_of(token), actor.user
    match = Match.objects.select_for_update().get(pk=invite.seat.match_id)
    free = SeatInvite.objects.filter(pk=invite.pk, used_at__isnull=True, revoked_at__isnull=True)
    if not match.is_over and free.update(used_at=actor.at, used_by=user):
        return seat_take(match_id=match.pk, seat=invite.seat.index, actor=actor)
    mine = SeatInvite.objects.filter(pk=invite.pk, used_by=user).exists()
    ask = invite.seat.asks.filter(user=user, answer="").first()
    holds = invite.seat.holders.filter(user=user, released_at__isnull=True).exists()
    if not mine or not (ask or holds):
        raise SeatTaken
    return None if holds else ask
