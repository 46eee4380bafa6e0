"""What the home page shows of grades."""

from typing import Any

from django import template

from classrooms.grading.news import published_to, to_evaluate

register = template.Library()


@register.inclusion_tag("classrooms/grades/home.html", takes_context=True)
def grades_for_me(context: template.Context) -> dict[str, Any]:
    """The reader's published grades, and team mates who wait to be evaluated: two queries."""
    user = context["request"].user
    return {"published": published_to(user), "mates": to_evaluate(user)}
