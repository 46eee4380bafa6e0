"""Setting up an authenticator app, asking it for a code, and losing it."""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final

import pyotp
from django.core.cache import cache
from django.db import transaction
from django.db.models.signals import post_save
from django.utils.translation import gettext_lazy as _

from classrooms.models import Enrolment, SecondFactor, User
from classrooms.people.accounts.hashing import TryLater
from classrooms.people.accounts.second_factor_mails import SecondFactorChange, notify
from games.public.base import clock, conf, refusal

STEP: Final = 30  # seconds of a code, as every app has it
AROUND: Final = 1
"""Codes of so many steps before and after are taken too: clocks of phones differ, and people type slowly."""
RECOVERY_CODES: Final = 8
SIGNS: Final = "BCDFGHJKLMNPQRSTVWXZ23456789"
WRONG_CODES: Final = 10
CLOSED_FOR: Final = timedelta(minutes=15)


WrongCode = refusal(
    "wrong_code",
    _("This code is not right. Take the one that your app shows now, or a recovery code not used yet."),
    status=422,
)
"""Neither the app's code nor a recovery code that is left."""

CodesClosed = TryLater.refusal("too_many_tries", _("Too many wrong codes. Wait a quarter of an hour."))
"""Too many wrong codes were entered."""

AlreadySetUp = refusal("already_set_up", _("A second factor is set up already."))
"""Another window set up the second factor first."""


def needs_second_factor(user: Any) -> bool:
    """Must the person have a second factor and has none? The answer is kept for a minute; for staff of the site it
    is read each time.
    """
    if not user.is_staff and cache.get(_none_needed(user.pk)):
        return False
    if user.needs_second_factor():
        return True
    cache.set(_none_needed(user.pk), True, 60)
    return False


def _none_needed(user_id: int) -> str:
    return f"needs-no-second-factor:{user_id}"


def _ask_anew(instance: User | Enrolment, **given: Any) -> None:
    if conf.REQUIRE_SECOND_FACTOR == "off":
        return
    user_id = instance.user_id if isinstance(instance, Enrolment) else instance.pk
    transaction.on_commit(lambda: cache.delete(_none_needed(user_id)))


def secret_new() -> str:
    """The key that an app is to know."""
    return pyotp.random_base32()


def app_address(user: User, secret: str) -> str:
    """The `otpauth:` address that the QR code gives to an authenticator app."""
    return pyotp.TOTP(secret).provisioning_uri(name=user.get_username(), issuer_name=conf.SITE_NAME)


@transaction.atomic
def second_factor_set_up(*, user: User, secret: str, code: str, now: datetime | None = None) -> list[str]:
    """Store an app after a valid code, end all other sessions and all tokens of the person, and notify them by mail.
    Returns the recovery codes, which are stored as digests only. `user` is changed too. Raises WrongCode, AlreadySetUp.
    """
    now = now or clock.now()
    if User.objects.select_for_update().get(pk=user.pk).second_factor_since is not None:
        raise AlreadySetUp
    step = _step_of(secret, code, now, after=0)
    if step is None:
        raise WrongCode
    codes = [_recovery_code() for _each in range(RECOVERY_CODES)]
    SecondFactor.objects.create(user=user, secret=secret, last_step=step, recovery=[_digest(each) for each in codes])
    _note(user, now)
    notify(user=user, what=SecondFactorChange.SET_UP, now=now)
    return codes


def code_check(*, user: User, code: str, now: datetime | None = None) -> None:
    """Use up a code of the person's app or one of the recovery codes; a used recovery code is reported by mail. Raises
    WrongCode, and CodesClosed after ten wrong codes. Wrong codes are counted even if the transaction is rolled back.
    """
    if not _code_use(user, code, now or clock.now()):
        raise WrongCode


@transaction.atomic
def _code_use(user: User, code: str, now: datetime) -> bool:
    row = SecondFactor.objects.select_for_update().filter(user=user).first()
    if row is None:
        return False
    closed_until = row.wrong_at + CLOSED_FOR if row.wrong_at is not None else now
    if row.wrong >= WRONG_CODES and now < closed_until:
        raise CodesClosed(seconds=int((closed_until - now).total_seconds()) + 1)
    step, digest = _step_of(row.secret, code, now, after=row.last_step), _digest(code)
    right = step is not None or digest in row.recovery
    if step is not None:
        row.last_step = step
    elif right:
        row.recovery = [each for each in row.recovery if each != digest]
        notify(user=user, what=SecondFactorChange.RECOVERY, now=now)
    fresh = row.wrong if now < closed_until else 0
    row.wrong, row.wrong_at = (0, None) if right else (fresh + 1, now)
    row.save()
    return right


@transaction.atomic
def recovery_renew(*, user: User) -> list[str]:
    """New recovery codes; those of before end."""
    codes = [_recovery_code() for _each in range(RECOVERY_CODES)]
    SecondFactor.objects.filter(user=user).update(recovery=[_digest(each) for each in codes])
    return codes


@transaction.atomic
def second_factor_remove(
    *, user: User, what: SecondFactorChange = SecondFactorChange.REMOVED, now: datetime | None = None
) -> bool:
    """Delete a person's app and recovery codes, end their sessions and tokens, and notify them by mail; False if they
    had none. `user` is changed too.
    """
    now = now or clock.now()
    found, _each = SecondFactor.objects.filter(user=user).delete()
    if not found:
        return False
    _note(user, None)
    notify(user=user, what=what, now=now)
    return True


def _note(user: User, since: datetime | None) -> None:
    user.second_factor_since = since
    user.save(update_fields=["second_factor_since"])


def _step_of(secret: str, code: str, now: datetime, *, after: int) -> int | None:
    """The time step of a valid code, later than the last one used; None for an invalid code."""
    typed, app, at = _plain(code), pyotp.TOTP(secret, interval=STEP), int(now.timestamp()) // STEP
    steps: Any = range(max(at - AROUND, after + 1), at + AROUND + 1)
    return next((step for step in steps if secrets.compare_digest(app.generate_otp(step), typed)), None)


def _recovery_code() -> str:
    return "-".join("".join(secrets.choice(SIGNS) for _sign in range(4)) for _group in range(3))


def _plain(code: str) -> str:
    return "".join(sign for sign in code.upper() if sign.isascii() and sign.isalnum())


def _digest(code: str) -> str:
    """A plain digest of a recovery code: its 57 random bits need no slow hash."""
    return sha256(_plain(code).encode()).hexdigest()


post_save.connect(_ask_anew, sender=User, dispatch_uid="classrooms.second_factors.user")
post_save.connect(_ask_anew, sender=Enrolment, dispatch_uid="classrooms.second_factors.enrolment")
