"""A preview of a publication: the number of students to notify, and the way of each notice."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from classrooms.assess.grading.services.publishing import Difference
from classrooms.models import Session
from games.public.matches import pace
from games.public.work import GROUP_FOR


@dataclass(frozen=True)
class NotificationPreview:
    """Numbers of students with something new: a mail `now`, a mail `later` (at `at`, after the quiet time),
    `no_address`, or mails turned off (`no_mail`). All of them see it on their pages at once.
    """

    now: int
    later: int
    at: datetime | None
    no_address: int
    no_mail: int

    @property
    def total(self) -> int:
        """The number of students with something new."""
        return self.now + self.later + self.no_address + self.no_mail

    @property
    def mailed(self) -> int:
        """The number of students who get a mail."""
        return self.now + self.later

    def width(self, part: int) -> float:
        """The width of a part in a bar of 300 units."""
        return round(300 * part / self.total, 1) if self.total else 0

    @property
    def bars(self) -> tuple[tuple[str, float, float], ...]:
        """Rectangles of the bar: name, left edge and width."""
        found, x = [], 0.0
        for name, part in (("now", self.now), ("later", self.later), ("none", self.no_address + self.no_mail)):
            found.append((name, round(x, 1), self.width(part)))
            x += self.width(part)
        return tuple(found)


def notification_preview(play_session: Session, found: Sequence[Difference], now: datetime) -> NotificationPreview:
    """The numbers for these differences. In the quiet hours of the session's pace mails are delayed to their end."""
    limits, due = pace.parse_pace(play_session.pace), now + GROUP_FOR
    told = [each.row for each in found if each.row.outcome]
    users = [row.user for row in told if row.user.is_active]
    without = [user for user in users if not user.email]
    mute = [user for user in users if user.email and not user.mail_notifications]
    mailed = len(users) - len(without) - len(mute)
    quiet = pace.is_quiet(limits, due)
    at = pace.not_at_a_quiet_time(limits, due) if quiet else None
    return NotificationPreview(
        now=0 if quiet else mailed,
        later=mailed if quiet else 0,
        at=at,
        no_address=len(without) + len(told) - len(users),
        no_mail=len(mute),
    )
