"""Error messages of form fields that show an example of a valid input (WCAG 3.3.3)."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

EMAIL: Final[dict[str, Any]] = {"invalid": _("Type an e-mail address such as lea@example.org.")}
"""`error_messages` of a field for an e-mail address."""
MOMENT: Final[dict[str, Any]] = {"invalid": _("Type a day and a time such as 2026-11-30 14:30.")}
"""`error_messages` of a field for a day with a time."""
DAY: Final[dict[str, Any]] = {"invalid": _("Type a day such as 2026-11-30.")}
"""`error_messages` of a field for a day."""
