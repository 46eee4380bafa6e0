"""Earlier marks of people in a course."""

from collections import defaultdict
from collections.abc import Iterable
from statistics import mean

from classrooms.models import PublishedGrade


def earlier_marks(course_id: int, users: Iterable[int]) -> dict[int, float]:
    """The mean of each person's published marks in a course, for those who have some. Marks that are no numbers do not
    count. One query.
    """
    rows: dict[int, list[float]] = defaultdict(list)
    published = PublishedGrade.objects.filter(user__in=list(users), book__session__course=course_id)
    for user, final in published.exclude(final="").values_list("user", "final"):
        try:
            rows[user].append(float(final.replace(",", ".")))
        except ValueError:
            continue
    return {user: mean(found) for user, found in rows.items()}
