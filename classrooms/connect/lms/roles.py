"""Roles of a platform and of this site. Only roles in the course count: a platform's administrator is not
automatically an instructor.
"""

from collections.abc import Iterable
from typing import Final

from classrooms.models import Enrolment

Role = Enrolment.Role

MEMBERSHIP: Final = "http://purl.imsglobal.org/vocab/lis/v2/membership"
TEST_USER: Final = "http://purl.imsglobal.org/vocab/lti/system/person#TestUser"
SHORT: Final = {
    "instructor": Role.INSTRUCTOR,
    "teachingassistant": Role.ASSISTANT,
    "learner": Role.STUDENT,
    "student": Role.STUDENT,
    "mentor": Role.OBSERVER,
    "observer": Role.OBSERVER,
    "contentdeveloper": Role.OBSERVER,
    "auditor": Role.OBSERVER,
}
ASSISTING: Final = ("teachingassistant", "teachingassistantsection", "grader")
RANK: Final = (Role.INSTRUCTOR, Role.ASSISTANT, Role.STUDENT, Role.OBSERVER)
"""Roles in order of precedence: of several roles the first counts. A student who also observes is a student."""


def role_of(names: Iterable[str]) -> str:
    """The role in the course of this site; empty for an unknown one."""
    found: set[str] = set()
    assists = False
    for name in names:
        short = _short(name)
        if short in ASSISTING:
            assists = True
            found.add(Role.ASSISTANT)
        elif short in SHORT:
            found.add(SHORT[short])
    # Platforms send "Instructor" along with the sub-role that says that somebody only assists.
    if assists:
        found.discard(Role.INSTRUCTOR)
    return next((role.value for role in RANK if role in found), "")


def is_lower(role: str, other: str) -> bool:
    """Does the first role have fewer rights in the course than the second?"""
    places = {each.value: place for place, each in enumerate(RANK)}
    return places[role] > places[other]


def is_test(names: Iterable[str]) -> bool:
    """Is the person a platform's test student or an instructor's student view?"""
    return any(name == TEST_USER or name.endswith("person#TestUser") for name in names)


def _short(name: str) -> str:
    """The last word of a role in the course; empty for a role on the whole platform or in an institution."""
    if "://" not in name and not name.startswith("urn:"):
        return name.rpartition("/")[2].rpartition("#")[2].lower()
    return name.rpartition("#")[2].lower() if name.startswith(MEMBERSHIP) else ""
