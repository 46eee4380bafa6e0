"""Switches off each rule of a reader in turn: the result of some file must then change."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

Rule = tuple[Any, str, Any]
"""The module of the rule, its name there, and its replacement when it is switched off."""


def same(value: Any, *_more: Any) -> Any:
    """A replacement that returns its input."""
    return value


def nothing(*_given: Any, **_more: Any) -> None:
    """A replacement that finds or refuses nothing."""


def is_needed(
    monkeypatch: pytest.MonkeyPatch, rule: Rule, found_in: Callable[[Any], Any], files: Iterable[Any]
) -> bool:
    """Does the result of a file change without the rule?"""
    monkeypatch.setattr(*rule)

    def differs(file: Any) -> bool:
        try:
            return bool(found_in(file) != file)
        except Exception:  # noqa: BLE001  a reader without a rule may do anything
            return True

    return any(map(differs, files))
