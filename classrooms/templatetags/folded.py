"""Parts of a long page behind their headings."""

from typing import Any

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
HEADING = "h2"


@register.tag
def folded(parser: Parser, token: Token) -> "Folded":
    """`{% folded %}...{% endfolded %}`: the content opens with its first heading of the second level. With words (`{%
    folded title %}`) these are the heading, and one of the first level is removed. A part with a form is open, so that
    its button is visible.
    """
    words = token.split_contents()[1:]
    inside = parser.parse(("endfolded",))
    parser.delete_first_token()
    return Folded(inside, parser.compile_filter(words[0]) if words else None)


class Folded(template.Node):
    """The node of `folded`. Empty content gives nothing; content without a heading stays open."""

    def __init__(self, inside: NodeList, title: FilterExpression | None) -> None:
        self.inside, self.title = inside, title

    def render(self, context: Any) -> SafeString:
        html = self.inside.render(context)
        if not html.strip():
            return SafeString("")
        if self.title is not None:
            heading, rest = str(conditional_escape(self.title.resolve(context))), _without(html, "h1")[1]
        else:
            heading, rest = _without(html, HEADING)
        if not heading:
            return mark_safe(f'<article class="sheet">{html}</article>')  # noqa: S308 - templates escape
        summary = f"<summary><{HEADING}>{heading}</{HEADING}></summary>"
        state = " open" if "<form" in rest else ""
        return mark_safe(f'<details class="sheet fold"{state}>{summary}{rest}</details>')  # noqa: S308 - templates escape


def _without(html: str, tag: str) -> tuple[str, str]:
    """The inside of the first element of this name, and the text without it; empty and all of the text without one."""
    start = html.find(f"<{tag}")
    inside, end = html.find(">", start) + 1, html.find(f"</{tag}>", start)
    if start < 0 or end < 0:
        return "", html
    return html[inside:end].strip(), html[:start] + html[end + len(tag) + 3 :]
