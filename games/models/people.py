"""The model of people: `classrooms.User`, or the site's DOMEGO_PERSON_MODEL."""

from typing import Any, Final

from django.apps import apps
from django.conf import settings

PERSON_MODEL: Final[str] = getattr(settings, "DOMEGO_PERSON_MODEL", "classrooms.User")
"""The label of the model of people, for foreign keys."""
PERSON: Final = PERSON_MODEL.rpartition(".")[2].lower()
"""The column name of a person in the tables of many-to-many fields: Django names it after the model."""
PERSON_ID: Final = f"{PERSON}_id"
"""The column of a person in a raw query or `values`."""


def person_model() -> Any:
    """The model class; call it once all models are loaded."""
    return apps.get_model(PERSON_MODEL)


def people_are_users() -> bool:
    """Are people the users who sign in? Otherwise the site has its own accounts, and each is linked to a person."""
    return PERSON_MODEL.lower() == settings.AUTH_USER_MODEL.lower()
