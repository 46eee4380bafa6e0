"""The model of people, whichever it is: `classrooms.User`, or what a site says in DOMEGO_PERSON_MODEL."""

from typing import Any, Final

from django.apps import apps
from django.conf import settings

PERSON_MODEL: Final[str] = getattr(settings, "DOMEGO_PERSON_MODEL", "classrooms.User")
PERSON: Final = PERSON_MODEL.rpartition(".")[2].lower()
"""What the tables behind many-to-many fields call a person: Django names that column after the model."""
PERSON_ID: Final = f"{PERSON}_id"


def person_model() -> Any:
    """The model itself, once all are loaded."""
    return apps.get_model(PERSON_MODEL)


def people_are_users() -> bool:
    """Do people sign in as themselves? Else the site has accounts of its own, and people of ours stand for them."""
    return PERSON_MODEL.lower() == settings.AUTH_USER_MODEL.lower()
