"""Shared helpers of the tests of pages: browsers, addresses, toasts, students of a list."""

import html
import re

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from classrooms.models import Enrolment, User
from classrooms.people.class_lists.services.rosters import roster_apply, roster_read
from classrooms.people.class_lists.services.rosters_reading import read_text
from tests.games.factories import NOW, person


def browser(user=None):
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def url(name, *args):
    return reverse(f"classrooms:{name}", args=args)


def said(answer):
    """The texts of the toasts on the next page."""
    return [str(message) for message in answer.context["messages"]]


def notes_on(page):
    """The page's notes about lines of a list that were left out or corrected."""
    part = page.content.decode().partition('id="notes-h"')[2].partition("</section>")[0]
    lines = re.findall(r"<li>(.*?)</li>", part, re.DOTALL)
    return [html.unescape(re.sub(r"<[^>]+>", "", line)).strip() for line in lines]


def students(course):
    rows = Enrolment.objects.filter(course=course, role="student", left_at=None).select_related("user").order_by("pk")
    return [row.user.display_name for row in rows]


def with_students(course, *names, by=None):
    roster = roster_read(course=course, reading=read_text("\n".join(names)), by=by or person(), now=NOW)
    roster_apply(roster=roster, now=NOW)
    return [User.objects.get(display_name=name.split(";")[0], is_guest=True) for name in names]


def counting():
    return CaptureQueriesContext(connection)
