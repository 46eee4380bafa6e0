"""Accounts opened by a sign-in at the provider, and links between the two."""

import secrets
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from classrooms.models import Identity, User
from classrooms.people.signing_on.claims import Arrival
from games.public.base import clock, refusal

AccountWithdrawn = refusal(
    "account_withdrawn", _("Your account on this site is closed. Ask the operator of the site."), status=403
)
"""The account is closed."""

NoAccount = refusal(
    "no_account",
    _(
        "No account of this site is linked to this sign-in. If you have one, sign in to it as before and link it on"
        " your account page."
    ),
    status=403,
)
"""The site makes no accounts for people from the provider."""

AddressTaken = refusal(
    "address_taken",
    _(
        "An account of this site has your address already. If it is yours, sign in to it as before, with its password"
        " or your personal link, and link it on your account page."
    ),
)
"""An account has the same address, which is no proof that it is the person's."""

LinkedElsewhere = refusal(
    "linked_elsewhere", _("This sign-in belongs to another account of this site already. Nothing has changed.")
)
"""The account or the sign-in is already linked to another one."""

LinkedAlready = refusal(
    "linked_already", _("Your account is linked to another sign-in already. Take that link away first.")
)
"""The account is linked to another person at the provider."""

OnlyWayIn = refusal("only_way_in", _("This is the only way into your account, so it stays."))
"""Without a password, the account could no longer be opened."""


def person_arrives(*, arrival: Arrival, new_accounts: bool, now: datetime | None = None) -> User:
    """The account of this sign-in, found by issuer and subject alone. Its names and address follow the provider unless
    the person changed them here. A missing account is created if `new_accounts` allows it. Raises AccountWithdrawn,
    NoAccount, or AddressTaken if an account without this sign-in has the address.
    """
    now = now or clock.now()
    try:
        return _arrive(arrival, new_accounts, now)
    except IntegrityError:  # another window was faster
        return _arrive(arrival, False, now)


@transaction.atomic
def _arrive(arrival: Arrival, new_accounts: bool, now: datetime) -> User:
    rows = Identity.objects.select_for_update(of=("self",)).select_related("user")
    identity = rows.filter(issuer=arrival.issuer, subject=arrival.subject).first()
    if identity is None:
        if not new_accounts:
            raise NoAccount
        identity = _new(arrival, now)
    user = identity.user
    if not user.is_active or user.erased_at is not None:
        raise AccountWithdrawn
    _follow(identity, arrival)
    identity.used_at = now
    identity.save()
    return user


def _new(arrival: Arrival, now: datetime) -> Identity:
    if arrival.email and User.objects.filter(email__iexact=arrival.email, erased_at__isnull=True).exists():
        raise AddressTaken
    user = User(username=f"sign-on-{secrets.token_hex(8)}", **arrival.account_values)
    user.set_unusable_password()
    user.save()
    told = {"issuer": arrival.issuer, "subject": arrival.subject, "told": arrival.account_values}
    return Identity.objects.create(user=user, linked_at=now, **told)


def _follow(identity: Identity, arrival: Arrival) -> None:
    """Update the account from the provider: names that were not changed here, an address only if no other account has
    it. A lost role takes away the right that it gave.
    """
    user, before = identity.user, identity.told
    changed = [
        name for name, value in arrival.account_values.items() if value and getattr(user, name) == before.get(name, "")
    ]
    if arrival.email and User.objects.filter(email__iexact=arrival.email).exclude(pk=user.pk).exists():
        changed = [name for name in changed if name != "email"]
    for name in changed:
        setattr(user, name, arrival.account_values[name])
    if arrival.may_create and not user.can_create_courses and not user.is_guest:
        user.can_create_courses = identity.may_create = True
    elif arrival.may_create is False and identity.may_create:
        user.can_create_courses = identity.may_create = False
    user.save(update_fields=[*changed, "can_create_courses"])
    identity.told = {
        name: getattr(user, name) if name in changed else before.get(name, "") for name in arrival.account_values
    }


@transaction.atomic
def identity_link(*, user: User, arrival: Arrival, now: datetime | None = None) -> Identity:
    """Link the sign-in to this account; nothing else changes except a right from a role. Safe to repeat. Raises
    LinkedElsewhere or LinkedAlready.
    """
    now = now or clock.now()
    User.objects.select_for_update().get(pk=user.pk)
    rows = Identity.objects.filter(issuer=arrival.issuer)
    known = rows.filter(subject=arrival.subject).first()
    if known is not None and known.user_id != user.pk:
        raise LinkedElsewhere
    if known is None and rows.filter(user=user).exists():
        raise LinkedAlready
    return known or Identity.objects.create(
        user=user, issuer=arrival.issuer, subject=arrival.subject, linked_at=now, told={}
    )


@transaction.atomic
def identity_unlink(*, user: User, issuer: str) -> bool:
    """Unlink the sign-in, and take away the right that its role gave; False if there was no link. Raises OnlyWayIn for
    an account with neither password nor personal link.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    identity = Identity.objects.filter(user=user, issuer=issuer).first()
    if identity is None:
        return False
    if not user.has_usable_password() and not user.is_guest:
        raise OnlyWayIn
    if identity.may_create:
        user.can_create_courses = False
        user.save(update_fields=["can_create_courses"])
    identity.delete()
    return True
