"""Who runs courses, and where people begin who have just signed in."""

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from classrooms.models import Enrolment
from games import slots
from games.models.prepared import Prepared

Role = Enrolment.Role
STAFF = (Role.INSTRUCTOR, Role.ASSISTANT, Role.OBSERVER)


def is_staff(user: Any) -> bool:
    """Does somebody run or watch a course?"""
    return user.is_authenticated and bool(_run_or_watched(user.pk))


@Prepared
def _run_or_watched(user_id: int) -> QuerySet[Any, Any]:
    return Enrolment.objects.filter(user=user_id, role__in=STAFF, left_at__isnull=True).values_list("pk")[:1]


def is_made_instructor(user: Any) -> bool:
    """Was somebody given the right to make courses? Where everybody may make them, that alone makes no instructor."""
    return user.is_authenticated and not user.is_guest and (user.can_create_courses or user.is_superuser)


def starts_with_today(user: Any) -> bool:
    """Does somebody begin the day as one who runs sessions?"""
    return user.is_authenticated and (is_made_instructor(user) or is_staff(user))


def first_page(user: Any) -> str:
    """Where somebody begins who has just signed in: those who run sessions with their day, students in the room that is
    open or under way.
    """
    return reverse("classrooms:today") if starts_with_today(user) else slots.entrance(user)
