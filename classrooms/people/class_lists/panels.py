"""The line for extra time on the account page."""

from classrooms.hooks import ACCOUNT_PANELS
from classrooms.models import Enrolment, User
from games.public.hooks import Panel


def _time(user: User) -> Panel | None:
    rows = Enrolment.objects.filter(user=user.pk, role=Enrolment.Role.STUDENT, left_at__isnull=True)
    return Panel("extra-time", "classrooms/class_lists/time_line.html", {}) if rows.exists() else None


ACCOUNT_PANELS.fill(_time)
