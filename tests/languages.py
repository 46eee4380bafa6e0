"""The complete languages of a part of the site: tests of its texts run in each of them."""

from django.utils.translation import override

from domego_site.language_parts import WHOLE_PARTS
from games.ui.languages import WHOLE, in_language


def languages(part: str) -> tuple[str, ...]:
    """`en`, `fr`, and the begun languages in which this part is complete."""
    return (*WHOLE, *(code for code, parts in WHOLE_PARTS.items() if part in parts))


def said(texts: dict[str, str], language: str) -> str:
    """A text of a data file in a language."""
    with override(language):
        return in_language(texts)
