"""The survey items that come with the site, in both languages. They suit every game."""

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from classrooms.models import SurveyItem, When

LIKERT, TEXT = SurveyItem.Kind.LIKERT, SurveyItem.Kind.TEXT


@dataclass(frozen=True)
class Shipped:
    """An item by its key, with the moments of the usual survey. Two moments allow a comparison."""

    key: str
    text: Any
    moments: tuple[str, ...]
    kind: str = LIKERT


SHIPPED: Final = (
    Shipped("interest", _("This subject interests me."), (When.BEFORE, When.AFTER)),
    Shipped("explain", _("I could explain the main ideas of this subject to somebody."), (When.BEFORE, When.AFTER)),
    Shipped("uncertain", _("I can decide although I do not know everything."), (When.BEFORE, When.AFTER)),
    Shipped("together", _("A group that talks decides better than I do alone."), (When.BEFORE, When.AFTER)),
    Shipped("learn-by-game", _("A game can teach me what a lecture cannot."), (When.BEFORE, When.AFTER)),
    Shipped("expect", _("What do you expect from this session?"), (When.BEFORE,), TEXT),
    Shipped("clear", _("I knew what I had to do and why."), (When.AFTER,)),
    Shipped("heard", _("My team listened to me."), (When.AFTER,)),
    Shipped("again", _("I would like to play again."), (When.AFTER,)),
    Shipped("take-away", _("What will you take away from this session?"), (When.AFTER,), TEXT),
    Shipped("improve", _("What should be done differently next time?"), (When.AFTER,), TEXT),
)

BY_KEY: Final = {item.key: item for item in SHIPPED}


def item_text(row: SurveyItem) -> str:
    """The text of a stored item in the current language. A shipped item that no longer exists keeps its own text."""
    shipped = BY_KEY.get(row.bank_key)
    return str(shipped.text) if shipped else row.text
