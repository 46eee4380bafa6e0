"""The public page on personal data."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from classrooms.care.privacy.categories import CATEGORIES
from classrooms.care.privacy.operator import operator_answers
from classrooms.care.privacy.stored import cookies, in_the_browser
from games.public.base import conf
from games.public.work import web_push


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """The page on personal data: controller, categories and purposes, recipients, browser storage, and rights.
    For everybody.
    """
    context = {
        "operator": operator_answers(),
        "categories": CATEGORIES,
        "cookies": cookies(),
        "kept": in_the_browser(),
        "retention": conf.RETENTION,
        "alerts": web_push.is_on(),
    }
    return render(request, "classrooms/privacy/page.html", context)
