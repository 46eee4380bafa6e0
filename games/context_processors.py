"""What every page may show."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.selectors import inbox_count


def inbox(request: HttpRequest) -> dict[str, object]:
    """`inbox_count`: decisions that wait for the reader. Asked of the database only by templates that use it."""
    return {
        "inbox_count": SimpleLazyObject(lambda: inbox_count(request.user.pk) if request.user.is_authenticated else 0)
    }
