"""What stands on the account page."""

from classrooms.models import Enrolment, User
from classrooms.slots import ACCOUNT_PANELS
from games.slots import Panel


def register() -> None:
    """For students."""
    ACCOUNT_PANELS.fill(_time)


def _time(user: User) -> Panel | None:
    rows = Enrolment.objects.filter(user=user.pk, role=Enrolment.Role.STUDENT, left_at__isnull=True)
    return Panel("extra-time", "classrooms/people/time_line.html", {}) if rows.exists() else None
