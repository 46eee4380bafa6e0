"""What the site keeps of people, told to everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from classrooms.privacy.categories import CATEGORIES
from classrooms.privacy.operator import told
from classrooms.privacy.stored import cookies, in_the_browser
from games.conf import conf
from games.work import web_push


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Who answers for the data, what is kept and why, who gets it, what browsers keep, and one's rights. Everybody."""
    context = {
        "operator": told(),
        "categories": CATEGORIES,
        "cookies": cookies(),
        "kept": in_the_browser(),
        "retention": conf.RETENTION,
        "alerts": web_push.is_on(),
    }
    return render(request, "classrooms/privacy/page.html", context)
