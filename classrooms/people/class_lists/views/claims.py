"""The question whether a person who joins by a code is a person of the class list, for courses and sessions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from classrooms.models import Course
from classrooms.people.access.throttling import address_of, has_room, may_go_on
from classrooms.people.class_lists.claims import expected_guests, knows_identity
from classrooms.people.class_lists.namesakes import tell_apart

WRONG_PROOFS, WRONG_PROOFS_SECONDS = 10, 3600
"""Wrong addresses or student numbers for one name in an hour."""
WRONG_CLAIMS, WRONG_CLAIMS_SECONDS = 600, 600
"""Wrong proofs from one network address in ten minutes: a class may share one address."""
CLAIM_SALT = "classrooms.join-claim"


@dataclass(frozen=True)
class Claims:
    """The parameters of the question for people who join by a code. `title` is the course or session, `asks` whether a
    name must be proven. `believes_name` says that a name without address or number needs no proof.
    """

    course: Course
    title: str
    asks: bool
    believes_name: bool


def claimed(request: HttpRequest, claims: Claims, fields: Mapping[str, Any]) -> Any:
    """The person of the class list for the posted `name`, None for a new person, or a response with the question. Its
    buttons post `fields` again.
    """
    expected: list[Any] = expected_guests(claims.course, fields["name"])
    claim = request.POST.get("claim", "")
    if expected and not claim:
        return _ask_who(request, claims, fields, expected)
    known = next((user for user in expected if _claims(claim, user)), None)
    if known is not None and claims.asks:
        refusal = _unproven(request, claims, known)
        if refusal:
            return _ask_who(request, claims, fields, expected, refusal)
    return known


def _claims(claim: str, user: Any) -> bool:
    """Was this person's button pressed?"""
    try:
        return Signer(salt=CLAIM_SALT).unsign(claim) == str(user.pk)
    except BadSignature:
        return False


def _unproven(request: HttpRequest, claims: Claims, user: Any) -> str:
    """The reason for refusing a name of the class list; empty if the person gave its address or number. Wrong answers
    are counted by name and by network address.
    """
    room = has_room(f"claim:{user.pk}", limit=WRONG_PROOFS) and has_room(
        f"claims:{address_of(request)}", limit=WRONG_CLAIMS
    )
    if not room:
        return _("There were too many wrong answers for this name. Wait an hour, or ask your instructor for your link.")
    said = request.POST.get("proof", "")[:254]
    if knows_identity(claims.course.pk, user, said, believes_name=claims.believes_name):
        return ""
    may_go_on(f"claim:{user.pk}", limit=WRONG_PROOFS, seconds=WRONG_PROOFS_SECONDS)
    may_go_on(f"claims:{address_of(request)}", limit=WRONG_CLAIMS, seconds=WRONG_CLAIMS_SECONDS)
    return _(
        "This is not what the class list has of %(name)s. Look again, or ask your instructor for your personal link."
    ) % {"name": user.get_full_name()}


def _ask_who(
    request: HttpRequest, claims: Claims, fields: Mapping[str, Any], expected: list[Any], refusal: str = ""
) -> HttpResponse:
    """Ask whether the person is one of the class list: it has the name, and nobody has used it yet."""
    tell_apart(claims.course.pk, expected, with_proofs=not claims.asks)
    people = [
        {
            "user": user,
            "team": user.teams.filter(course=claims.course).first(),
            "claim": Signer(salt=CLAIM_SALT).sign(str(user.pk)),
        }
        for user in expected
    ]
    context = {
        "title": claims.title,
        "people": people,
        "fields": {name: "" if value is None else value for name, value in fields.items()},
        "asks_identity": claims.asks,
        "refusal": refusal,
    }
    return render(request, "classrooms/class_lists/join_who.html", context, status=422 if refusal else 200)
