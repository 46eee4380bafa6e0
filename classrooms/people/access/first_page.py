"""The first page after signing in, and the checks for people who run courses."""

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from classrooms.models import Enrolment
from games.public import hooks
from games.public.models import Prepared

Role = Enrolment.Role
STAFF = (Role.INSTRUCTOR, Role.ASSISTANT, Role.OBSERVER)


def is_staff(user: Any) -> bool:
    """Does the person run or watch a course?"""
    return user.is_authenticated and bool(_run_or_watched(user.pk))


@Prepared
def _run_or_watched(user_id: int) -> QuerySet[Any, Any]:
    return Enrolment.objects.filter(user=user_id, role__in=STAFF, left_at__isnull=True).values_list("pk")[:1]


def is_made_instructor(user: Any) -> bool:
    """Was the person given the right to create courses? If everybody may create courses, an account alone does
    not count.
    """
    return user.is_authenticated and not user.is_guest and (user.can_create_courses or user.is_superuser)


def starts_at_home(user: Any) -> bool:
    """Does the person's first page show the sessions that they run?"""
    return user.is_authenticated and (is_made_instructor(user) or is_staff(user))


def first_page(user: Any) -> str:
    """The first page after signing in. People who run sessions get the page of today. Students get the room that
    is open or under way.
    """
    return reverse("classrooms:home") if starts_at_home(user) else hooks.entrance(user)
