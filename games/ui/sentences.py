"""Sentences with numbers in them, as safe HTML; and lists of names with numbers, as plain text."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.ui.nouns import within


def phrase(text: str, **params: object) -> SafeString:
    """A translated sentence with escaped parameters, if it has any."""
    if not params:
        return mark_safe(text)  # noqa: S308
    return format_html(text.replace("{", "{{").replace("}", "}}") % {name: f"{{{name}}}" for name in params}, **params)


def sentences(*parts: str) -> SafeString:
    return mark_safe(" ".join(str(conditional_escape(part)) for part in parts if part))  # noqa: S308


BOLD_SENTENCE: Final = re.compile(r"<b>[^<]*[.!?]</b>")
"""Bold text that is a sentence; other words in bold are names."""


def with_subject(who: str, words: str) -> SafeString:
    """`Owner: bought 9 cubes.` The words of an event (safe HTML) after its actor. Without a subject they would sound
    like an order, at least in French (*Pose une tuile.*).
    """
    bold = "<b>" if BOLD_SENTENCE.match(words) else ""
    said = mark_safe(bold + within(str(words).removeprefix(bold)))  # noqa: S308
    return format_html("{}{}{}", who, pgettext("punctuation", ": "), said)


def listed(parts: Iterable[str]) -> str:
    """Parts that may hold commas: `one, two; three`."""
    return pgettext("punctuation", "; ").join(parts)


def listed_with_and(parts: Sequence[str]) -> str:
    """`a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s and %(last)s") % {"first": ", ".join(parts[:-1]), "last": parts[-1]}


def pairs(told: Iterable[tuple[object, object]]) -> str:
    """The amounts of several names, after a full stop: `Team 1: 17k; Team 2: 8k`."""
    colon = pgettext("punctuation", ": ")
    return listed(f"{name}{colon}{value}" for name, value in told)


def counts(told: Iterable[tuple[object, object]]) -> str:
    """The amounts of several names, after a colon, for names without a number: `Owner 17k; Architect 8k`."""
    return listed(f"{name} {value}" for name, value in told)
