"""Names of people in files for research: stable inside a course, and irreversible without its secret."""

import hashlib
import hmac
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import inspect

from classrooms.models import Course, ResearchKey
from games.engine import registry
from games.engine.types import Text

LENGTH: Final = 12
Naming = Callable[[Any], str]
"""A function that gives a person's name in a file."""


def pseudonyms(course: Course) -> Naming:
    """Pseudonyms of a course: the same person has the same one in every session of the course, and another one
    elsewhere. A missing secret of the course is made.
    """
    key = bytes.fromhex(ResearchKey.objects.get_or_create(course=course)[0].secret)

    def name(user: Any) -> str:
        return "p" + hmac.new(key, f"user/{user.pk}".encode(), hashlib.sha256).hexdigest()[:LENGTH]

    return name


def usernames(user: Any) -> str:
    """Names of people in files with names."""
    return str(user.get_username())


@cache
def free_texts(game: str) -> dict[str, frozenset[str]]:
    """By kind of move, the fields with free texts of players, which may contain names."""
    found = {}
    info = inspect.type_info(registry.get(game).rules.move_type)
    kinds = info.types if isinstance(info, inspect.UnionType) else (info,)
    for kind in kinds:
        if isinstance(kind, inspect.StructType):
            names = frozenset(each.encode_name for each in kind.fields if _is_free(each.type))
            if names:
                found[str(kind.tag)] = names
    return found


def _is_free(kind: inspect.Type) -> bool:
    """Does or may the field hold a free text of players?"""
    if isinstance(kind, inspect.StrType):
        return kind.pattern == TEXT.pattern
    parts = getattr(kind, "types", None) or getattr(kind, "item_types", None) or [getattr(kind, "item_type", None)]
    return any(_is_free(part) for part in parts if isinstance(part, inspect.Type))


def _text() -> inspect.StrType:
    info = inspect.type_info(Text)
    if not isinstance(info, inspect.StrType):
        raise TypeError("a line of text is no text")
    return info


TEXT: Final = _text()


def without_texts(game: str, args: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a move without the players' free texts."""
    hidden = free_texts(game).get(str(args.get("kind", "")), frozenset())
    return {name: "" if name in hidden and isinstance(value, str) else value for name, value in args.items()}


def as_json(value: Any) -> str:
    """Compact JSON for a cell."""
    return msgspec.json.encode(value).decode()
