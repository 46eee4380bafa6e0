"""Facts."""

from typing import Any


def facts(scenario: Any, options: Any, records: Any) -> Any:
    """Tables."""
