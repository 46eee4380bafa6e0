from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from classrooms.people.access.first_page import first_page
from games.public.base import conf


def landing(request: HttpRequest) -> HttpResponse:
    """The landing page for strangers. Signed-in people are sent to their own first page."""
    if request.user.is_authenticated:
        return redirect(first_page(request.user))
    return render(request, "classrooms/home/landing.html", {"open_demo": conf.OPEN_DEMO})
