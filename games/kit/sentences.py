"""Sentences with numbers in them, as safe HTML."""

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe


def phrase(text: str, **params: object) -> SafeString:
    """A translated sentence with escaped parameters, if it has any."""
    if not params:
        return mark_safe(text)  # noqa: S308
    return format_html(text.replace("{", "{{").replace("}", "}}") % {name: f"{{{name}}}" for name in params}, **params)


def sentences(*parts: str) -> SafeString:
    return mark_safe(" ".join(str(conditional_escape(part)) for part in parts if part))  # noqa: S308
