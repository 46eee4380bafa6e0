"""Dates and durations in words of the current language."""

import re
from datetime import date, datetime, time
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import get_language

FIRST: Final = re.compile(r"(?<!\d)1 (?=[^\W\d_])")
"""The number 1 before the name of a month."""
FULL_HOUR: Final = re.compile(r"(?<=\u00a0h)\u00a000\b")
"""The minutes of a full hour, in a language that writes h."""


def lasting(seconds: int) -> str:
    """A duration, the same in every language: "45 s", "12 min", "2 h 05 min"."""
    minutes, rest = divmod(seconds, 60)
    if not minutes:
        return f"{rest} s"
    hours, minutes = divmod(minutes, 60)
    if not hours:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    return f"{hours} h {minutes:02} min" if minutes else f"{hours} h"


def date_words(moment: date | datetime, style: str = "DATE_FORMAT") -> str:
    """A date in one of Django's named formats, in the reader's time zone: "1 December 2026", "1er décembre 2026"."""
    local = timezone.localtime(moment) if isinstance(moment, datetime) and timezone.is_aware(moment) else moment
    text = FULL_HOUR.sub("", date_format(local, style))
    return FIRST.sub("1er ", text, count=1) if (get_language() or "").startswith("fr") else text


def time_words(moment: datetime | time) -> str:
    """A time of day as a local moment has it: "22:00", in French "22 h" or "22 h 30"."""
    return FULL_HOUR.sub("", time_format(moment, "TIME_FORMAT"))
