"""Finding a person's name in texts of others, and removing it."""

import json
import re
from dataclasses import dataclass, field
from typing import Any, Final

from classrooms.models import Enrolment, User

GONE: Final = "[…]"
"""The replacement of a removed name, the same in every language."""
SHORTEST_PART: Final = 3


@dataclass(frozen=True)
class Names:
    """The names of a person. `whole` (name, addresses, student numbers) is found in any case. `parts` of the name are
    found only as whole words with their capitals: "Rose" is removed and "rose" stays.
    """

    whole: tuple[str, ...]
    parts: tuple[str, ...] = ()
    _patterns: tuple[re.Pattern[str], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found = [_names_pattern(self.whole, re.IGNORECASE)] if self.whole else []
        object.__setattr__(self, "_patterns", tuple(found + ([_names_pattern(self.parts, 0)] if self.parts else [])))

    def clean(self, text: str) -> str:
        """The text without the person."""
        for pattern in self._patterns:
            text = pattern.sub(GONE, text)
        return text

    def is_named_by(self, line: dict[str, Any]) -> bool:
        """Does this line of a class list contain the person's name, address or number?"""
        said = {str(line.get(column, "")).casefold() for column in ("name", "email", "student_number")}
        return bool(said & {text.casefold() for text in self.whole})


def _names_pattern(texts: tuple[str, ...], flags: int) -> re.Pattern[str]:
    longest_first = sorted(texts, key=len, reverse=True)
    return re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, longest_first)) + r")(?!\w)", flags)


def names_of(user: User) -> Names:
    """All names and identifiers of a person, read before the erasure."""
    numbers = Enrolment.objects.filter(user=user).exclude(student_number="").values_list("student_number", flat=True)
    whole = {user.display_name, user.get_listed_name(), user.email, *numbers}
    if "@" in user.username:
        whole.add(user.username)
    whole |= {json.dumps(text)[1:-1] for text in whole}  # as Django's own log writes it
    words = f"{user.display_name} {user.family_name} {user.given_name}".split()
    parts = [word for word in words if len(words) > 1 and len(word) >= SHORTEST_PART and word[0].isupper()]
    return Names(tuple(sorted(text for text in whole if text)), tuple(sorted(set(parts))))
