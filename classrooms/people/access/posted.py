"""Values read from forms that have no form class."""

from django.http import HttpRequest

from games.public.base import BadRequest


def number_in(request: HttpRequest, name: str, *, most: int = 10**6) -> int | None:
    """A whole number that was sent, None if nothing was. Raises BadRequest for anything else."""
    text = request.POST.get(name, "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdecimal()) or len(text) > 9 or int(text) > most:
        raise BadRequest(field=name, reason=text[:40])
    return int(text)
