"""The head of a course's pages, and marks of people."""

from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

from classrooms import hooks
from classrooms.models import Session
from classrooms.people.access.permissions import CourseAccess, Right
from classrooms.people.class_lists.queries import course_figures
from games.public.hooks import Panel
from games.ui.qr import inline_qr

register = template.Library()

TABS = (
    ("course", Right.LOOK, _("Overview")),
    ("course-people", Right.LOOK, _("People")),
    ("course-teams", Right.LOOK, _("Teams")),
    ("course-questions", Right.RUN, _("Questions")),
    ("course-settings", Right.MANAGE, _("Settings")),
)


@register.inclusion_tag("classrooms/class_lists/frame_head.html", takes_context=True)
def course_head(context: template.Context, access: CourseAccess) -> dict[str, Any]:
    """The title block of a course and the tabs of its pages that the reader may open, in three queries."""
    path = context["request"].path if "request" in context else ""
    return {
        "access": access,
        "course": access.course,
        "figures": course_figures(access.course),
        "may_manage": access.may(Right.MANAGE),
        "tabs": _tabs(access, path),
    }


register.simple_tag(inline_qr, name="qr")


def _tabs(access: CourseAccess, path: str) -> list[dict[str, Any]]:
    found = []
    for name, right, title in TABS:
        try:
            url = reverse(f"classrooms:{name}", args=[access.course.pk])
        except NoReverseMatch:
            continue
        if access.may(right):
            here = path == url if name == "course" else path.startswith(url)
            here |= name == "course-people" and "/invitations/" in path
            found.append({"title": title, "url": url, "current": "page" if path == url else "true" if here else ""})
    for name_of_page, url in hooks.course_pages(access.course) if access.may(Right.MANAGE) else ():
        current = "page" if path == url else "true" if path.startswith(url) else ""
        found.insert(-1, {"title": name_of_page, "url": url, "current": current})
    return found


@register.simple_tag
def grade_pages(play_session: Session) -> list[tuple[str, str]]:
    """Pages of upper packages about the grades of a session."""
    return hooks.grade_pages(play_session)


@register.simple_tag
def marks_elsewhere(play_session: Session) -> list[Panel]:
    """The state of a session's marks in other systems."""
    return hooks.MARKS_ELSEWHERE.all(play_session)
