"""Headings, links, buttons, notes and images of a page that say nothing."""

from html.parser import HTMLParser

NAMED = {"h1", "h2", "h3", "h4", "h5", "h6", "a", "button", "legend", "caption", "summary", "dt", "label", "nav"}
"""Elements that need a text, or an image or a control with a name."""
CONTROLS = {"input", "select", "textarea"}
FILLED_LATER = {"aria-live", "hidden", "aria-hidden"}
"""Attributes of elements that a script fills, or that nobody reads."""


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.found = [], []

    def handle_starttag(self, tag, attrs):
        given = {name: (value or "").strip() for name, value in attrs}
        named = given.get("aria-label") or given.get("alt")
        if named or tag in CONTROLS:
            self._says()
        if tag in NAMED or (tag == "p" and given.get("class") == "note"):
            self.open.append([tag, self.get_starttag_text(), bool(named or FILLED_LATER & given.keys())])
        if (tag == "img" and not (given.get("src") and "alt" in given)) or (tag == "a" and not given.get("href")):
            self.found.append(self.get_starttag_text())

    def handle_endtag(self, tag):
        if self.open and self.open[-1][0] == tag:
            _tag, start, says = self.open.pop()
            if not says:
                self.found.append(start)

    def handle_data(self, data):
        if data.strip():
            self._says()

    def _says(self):
        for each in self.open:
            each[2] = True


def hollow(html):
    """The start tags of elements of a page without text, name, source or address."""
    reader = _Reader()
    reader.feed(html)
    return reader.found
