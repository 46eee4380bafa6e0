"""Rules of a reader, each switched off in turn: some file must then become something else."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

Rule = tuple[Any, str, Any]
"""The module that has it, its name there, and what it is when it is switched off."""


def same(value: Any, *_more: Any) -> Any:
    """A rule that changes nothing."""
    return value


def nothing(*_given: Any, **_more: Any) -> None:
    """A rule that finds or refuses nothing."""


def is_needed(
    monkeypatch: pytest.MonkeyPatch, rule: Rule, found_in: Callable[[Any], Any], files: Iterable[Any]
) -> bool:
    """Does one of the files need the rule, to become what it must?"""
    monkeypatch.setattr(*rule)

    def differs(file: Any) -> bool:
        try:
            return bool(found_in(file) != file)
        except Exception:  # noqa: BLE001  a reader without a rule may do anything
            return True

    return any(map(differs, files))
