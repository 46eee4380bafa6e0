"""Rights on own scenarios. Their owner edits; staff of the courses that they are shared with read and copy. Strangers
get 404, so that they do not learn that a scenario exists.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from classrooms.models import Enrolment, OwnScenario
from classrooms.people.access.permissions import may_create_courses
from games.ui import faces

STAFF = (Enrolment.Role.INSTRUCTOR, Enrolment.Role.ASSISTANT)
View = Callable[..., HttpResponse]


@dataclass(frozen=True)
class ScenarioAccess:
    """A person's way to a scenario."""

    scenario: OwnScenario
    user: Any

    @property
    def may_edit(self) -> bool:
        """May the person change it? Its owner may, while it is not removed."""
        return self.scenario.owner_id == self.user.pk and self.scenario.removed_at is None


def may_use_studio(user: Any) -> bool:
    """May the person make scenarios? People who may create courses may, and staff of any course."""
    return may_create_courses(user) or (user.is_authenticated and staffed(user).exists())


def staffed(user: Any) -> QuerySet[Enrolment]:
    """The person's memberships as staff of a course."""
    return Enrolment.objects.filter(user=user, role__in=STAFF, left_at__isnull=True)


def readable(user: Any) -> QuerySet[OwnScenario]:
    """The scenarios that a person may read: own ones, removed ones included, and those shared with its courses."""
    courses = staffed(user).values("course")
    shared = Q(pk__in=OwnScenario.courses.through.objects.filter(course__in=courses).values("ownscenario"))
    return playable().filter(Q(owner=user) | (shared & Q(removed_at__isnull=True)))


def playable() -> QuerySet[OwnScenario]:
    """The scenarios of games that this site has."""
    return OwnScenario.objects.filter(game__in=[face.game.key for face in faces.all_faces()])


def number_in(text: str) -> int:
    """The number that a form sends; 0 for any other text."""
    return int(text) if re.fullmatch("[0-9]{1,18}", text) else 0


def for_studio(view: View) -> View:
    """The page of a person who may make scenarios; 403 for others. It is never cached."""

    @never_cache
    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not may_use_studio(request.user):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


def for_readers(*, edit: bool = False) -> Callable[[View], View]:
    """The view of `/scenarios/<number>/...` gets a ScenarioAccess in place of the number. Readers who may not edit get
    403 on pages that do.
    """

    def decorate(view: View) -> View:
        @never_cache
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, scenario_id: int, *args: Any, **kwargs: Any) -> HttpResponse:
            scenario = readable(request.user).select_related("owner").filter(pk=scenario_id).first()
            if scenario is None:
                raise Http404
            access = ScenarioAccess(scenario, request.user)
            if edit and not access.may_edit:
                raise PermissionDenied
            return view(request, access, *args, **kwargs)

        return guarded

    return decorate
