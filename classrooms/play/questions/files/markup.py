"""Texts with markup as plain text. A text that plain text cannot hold whole is refused with the reason.

HTML is read from sign "<" to sign "<" and never searched by a pattern; a text that is long is refused.
"""

from contextlib import suppress
from html import unescape
from threading import local
from typing import Final

from django.utils.translation import gettext as _
from markdown import Markdown

from classrooms.files.xml_trees import Node
from classrooms.play.questions.files.parsed_questions import Unusable

MOST_SIGNS: Final = 20_000
MOST_MARKDOWN: Final = 2_000
MOST_OPEN: Final = 200
PLAIN: Final = "plain"
FORMS: Final = ("html", "moodle", "markdown", PLAIN)


def _set(names: str) -> frozenset[str]:
    return frozenset(names.split())


_BLOCKS: Final = _set(
    "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 "
    "h2 h3 h4 h5 h6 header hr html legend li main nav ol p pre section summary ul"
)
_INLINE: Final = _set(
    "a abbr acronym b bdi bdo big cite code dfn em font i ins kbd label mark nolink q samp small span strong sub "
    "sup time tt u var wbr"
)
_KEPT_WHITE: Final = frozenset(("pre",))
_HIDDEN: Final = frozenset(("style", "title", "head", "template"))
_SHORT: Final = frozenset(("a", "b", "i", "q", "u"))
"""Names of elements that are letters of inequalities, too."""
_WITHOUT_VALUE: Final = _set(
    "allowfullscreen async autoplay checked controls default defer disabled download hidden inert ismap loop "
    "multiple muted nofollow novalidate open readonly required reversed selected"
)
_OFFICE: Final = frozenset(("o", "w", "st1"))
_SPACES: Final = dict.fromkeys(map(ord, "\t\n\r\f"), " ")
_FIXED: Final = "\ufdd8"
"""A blank of preformatted text, until the text is whole."""
_BREAK: Final = "\ufdd9"
"""The end of a line that is a break, until it is said; in a tag it is a blank."""
_WHITE: Final = " \t\n\r\f" + _BREAK
_RAISED: Final = str.maketrans("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_LOWERED: Final = str.maketrans("0123456789+-−=()aeoxhklmnpst", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜ")
_ORDINALS: Final = _set("er re e ème nd nde d o os st th rd")


def _refusals() -> dict[str, str]:
    """Elements that plain text cannot hold, with the reason."""
    said = {
        _("It has a picture."): "img picture image svg canvas map area vml v",
        _("It has a sound or a film."): "audio video source track embed object iframe",
        _("It has a formula."): "math tex m",
        _("It has a table."): "table caption colgroup col thead tbody tfoot tr td th",
        _("It has fields to fill in."): "input select option optgroup textarea button",
        _("It has a script."): "script noscript",
        _("It has struck-out text."): "del s strike",
    }
    return {name: reason for reason, names in said.items() for name in names.split()}


_REFUSED: Final = _set(
    "img picture image svg canvas map area vml v audio video source track embed object iframe math tex m table "
    "caption colgroup col thead tbody tfoot tr td th input select option optgroup textarea button script noscript "
    "del s strike"
)
ELEMENTS: Final = _BLOCKS | _INLINE | _HIDDEN | _REFUSED | {"br"}


def as_plain(text: str, form: str) -> str:
    """The text as people read it. `form` is one of FORMS: "moodle" is HTML whose line ends are breaks. Raises
    Unusable.
    """
    if form == PLAIN:
        return text.strip()
    if len(text) > MOST_SIGNS or (form == "markdown" and len(text) > MOST_MARKDOWN):
        raise Unusable(_("Its text is too long."))
    if form == "markdown":
        _refuse_signs_in_values(text)
        text = _converter().convert(text)
    elif form == "moodle":
        text = _with_breaks(text)
    page, at = _Page(), 0
    while (sign := text.find("<", at)) >= 0:
        page.say(_unescaped(text[at:sign]))
        if at := _comment_end(text, sign):
            continue
        name, is_end, given, at = _tag(text, sign + 1)
        if not name:
            page.say("<")
        elif is_end:
            page.close(name)
        else:
            page.open(name, given)
    page.say(_unescaped(text[at:]))
    return page.text()


def of_nodes(node: Node, *, without: frozenset[str] = frozenset()) -> str:
    """The text of an element of XHTML as people read it, without the elements named. Raises Unusable."""
    page = _Page()
    _walk(node, page, without)
    return page.text()


_LOCAL: Final = local()


def _converter() -> Markdown:
    """The converter of this thread: making one takes longer than a question."""
    if not hasattr(_LOCAL, "markdown"):
        _LOCAL.markdown = Markdown(extensions=["tables", "fenced_code"])
    found: Markdown = _LOCAL.markdown
    return found.reset()


def _walk(node: Node, page: "_Page", without: frozenset[str]) -> None:
    page.say(node.text or "")
    for each in node:
        name = each.tag.lower()
        if name not in without:
            page.open(name, dict(each.items()))
            _walk(each, page, without)  # type: ignore[arg-type]
            page.close(name)
        page.say(each.tail or "")


def _unescaped(text: str) -> str:
    try:
        return unescape(text)
    except ValueError:  # a number of more digits than Python reads
        raise Unusable(_("It has a character that does not exist.")) from None


def _refuse_signs_in_values(text: str) -> None:
    """Markdown takes a tag with a sign "<" in a value for text. Raises Unusable."""
    sign = text.find("<")
    while sign >= 0:
        name, given = "", dict[str, str]()
        with suppress(Unusable):  # a tag without an end is text there, too
            name, _is_end, given, _at = _tag(text, sign + 1)
        if any("<" in value for value in given.values()):
            raise _unclear(name)
        sign = text.find("<", sign + 1)


def _comment_end(text: str, at: int) -> int:
    """The end of the comment, declaration or instruction that begins at a sign "<"; 0 where none does."""
    if text.startswith("<!--", at):
        end = text.find("-->", at + 4)
        return end + 3 if end > 0 else 0
    is_said = text.startswith(("<!", "<?"), at) and (text[at + 2 : at + 3].isalpha() or text[at + 2 : at + 3] == "[")
    return text.find(">", at) + 1 if is_said else 0


def _with_breaks(text: str) -> str:
    """The text with line ends as breaks, except beside a tag, as in Moodle."""
    lines = [line.strip(" \t") for line in text.split("\n")]
    said = [lines[0]]
    for before, line in zip(lines, lines[1:], strict=False):
        said.append((" " if before.endswith(">") or line.startswith("<") else _BREAK) + line)
    return "".join(said)


def _tag(text: str, at: int) -> tuple[str, bool, dict[str, str], int]:
    """The tag after a sign "<" at `at`: the element's name, whether it is closed here, its attributes, and the end of
    the tag. The name is empty if the sign is no tag: no element has this name, or the words are a sentence. Raises
    Unusable if it could be both.
    """
    is_end = text.startswith("/", at)
    start = end = at + is_end
    while end < len(text) and text[end].isascii() and (text[end].isalnum() or text[end] == ":"):
        end += 1
    name = _known(text[start:end].lower())
    given, end = _attributes(text, end) if name else ({}, 0)
    if not end and any(value != key for key, value in given.items()):
        raise _unclear(name)
    return (name, is_end, given, end) if end else ("", False, {}, at)


def _unclear(name: str) -> Unusable:
    words = _("“<%(name)s>” could be markup or a sign. Write &lt; for the sign “<”.")
    return Unusable(words % {"name": name})


def _known(name: str) -> str:
    """The name if it is one of an element, else "". Names of office programs are recognised by their prefix
    before ":".
    """
    prefix, sign, _rest = name.partition(":")
    if sign:
        return "span" if prefix in _OFFICE else prefix if prefix in ("m", "v") else ""
    return name if name in ELEMENTS and name not in ("m", "v") else ""


def _attributes(text: str, at: int) -> tuple[dict[str, str], int]:
    """The attributes from `at` on and where the text behind the tag begins; 0 where the tag does not end."""
    given: dict[str, str] = {}
    while at < len(text) and text[at] != ">":
        if text[at] in _WHITE or text[at] == "/":
            at += 1
            continue
        end = at
        while end < len(text) and text[end] not in _WHITE and text[end] not in "/>=\"'":
            end += 1
        name, is_apart = text[at:end].lower(), text[at - 1] in _WHITE or text[at - 1] in "/\"'"
        if not name or not is_apart:
            return given, 0
        at = end
        if at < len(text) and text[at] == "=":
            given[name], at = _value(text, at + 1)
            if not at:
                return given, 0
        elif name in _WITHOUT_VALUE:
            given[name] = name
        else:
            return given, 0
    return given, at + 1 if at < len(text) else 0


def _value(text: str, at: int) -> tuple[str, int]:
    """The value from `at` on and its end; 0 if it has none, or if it contains a sign "<" without quotes."""
    if text[at : at + 1] in ("'", '"'):
        end = text.find(text[at], at + 1)
        return text[at + 1 : end].replace(_BREAK, " "), end + 1
    end = at
    while end < len(text) and text[end] not in _WHITE and text[end] not in "<>":
        end += 1
    return text[at:end], 0 if text.startswith("<", end) else end


class _Page:
    """A collector of the text while elements open and close."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._is_fresh = True
        self._open: list[str] = []
        self._lists: list[int | None] = []
        self._links: list[tuple[str, int]] = []
        self._bare: dict[str, int] = {}

    def open(self, name: str, given: dict[str, str]) -> None:
        """An element begins. Raises Unusable for one that plain text cannot hold."""
        _refuse(name, given)
        if name == "br":
            self._put("\n")
            return
        if name == "hr":
            self._line()
            return
        if len(self._open) >= MOST_OPEN:
            raise Unusable(_("Its markup is nested too deeply."))
        self._open.append(name)
        if name in _SHORT and not given:
            self._bare[name] = self._bare.get(name, 0) + 1
        if name in _BLOCKS:
            self._line()
        if name in ("ul", "ol"):
            self._lists.append(0 if name == "ol" else None)
        elif name == "li":
            self._item()
        elif name == "a":
            self._links.append((given.get("href", ""), len(self._pieces)))

    def close(self, name: str) -> None:
        """An element ends; one that was never open says nothing."""
        if name not in self._open:
            return
        while self._open.pop() != name:
            pass
        if name in _SHORT:
            self._bare[name] = self._bare.get(name, 0) - 1
        if name in _BLOCKS:
            self._line()
        if name in ("ul", "ol") and self._lists:
            self._lists.pop()
        elif name == "a" and self._links:
            address, start = self._links.pop()
            said = "".join(self._pieces[start:]).strip()
            if address.startswith(("https://", "http://")) and address != said:
                self._put(f" ({address})")

    def say(self, said: str) -> None:
        """Text where the page is now."""
        if not said or _HIDDEN.intersection(self._open):
            return
        if _KEPT_WHITE.intersection(self._open):
            self._put(said.replace("\r\n", "\n").replace(_BREAK, "\n").replace(" ", _FIXED))
            return
        said = said.translate(_SPACES).replace(_BREAK, "\n")
        for name, signs in (("sup", _RAISED), ("sub", _LOWERED)):
            if name in self._open:
                said = _moved(said, signs)
        self._put(said)

    def text(self) -> str:
        """The collected text. Raises Unusable if a sign may have been read as markup, or for formulas and several
        languages.
        """
        for name, count in self._bare.items():
            if count > 0:
                raise _unclear(name)
        lines = [_single_spaced(line).strip(" ") for line in "".join(self._pieces).split("\n")]
        said = "\n".join(lines).replace(_FIXED, " ").strip()
        while "\n\n\n" in said:
            said = said.replace("\n\n\n", "\n\n")
        _refuse_formulas(said)
        return said

    def _put(self, piece: str) -> None:
        self._pieces.append(piece)
        if piece.strip(" "):
            self._is_fresh = piece.endswith("\n")

    def _line(self) -> None:
        """Begin a new line with the next text."""
        if not self._is_fresh:
            self._put("\n")

    def _item(self) -> None:
        if self._lists and self._lists[-1] is not None:
            self._lists[-1] += 1
            self._put(f"{self._lists[-1]}. ")
        else:
            self._put("– ")


def _refuse(name: str, given: dict[str, str]) -> None:
    if "equation_image" in given.get("class", "").split():
        raise Unusable(_("It has a formula."))
    if name in _REFUSED:
        raise Unusable(_refusals()[name])
    if "line-through" in given.get("style", ""):
        raise Unusable(_("It has struck-out text."))
    if "multilang" in given.get("class", "").split():
        raise Unusable(_("It is written in several languages."))
    if "@@PLUGINFILE@@" in given.get("href", ""):
        raise Unusable(_("It has a file to download."))


def _moved(said: str, signs: dict[int, int]) -> str:
    """Raised or lowered text in characters of their own; ends of ordinal numbers stay letters."""
    if said.strip() in _ORDINALS:
        return said
    if any(ord(sign) not in signs for sign in said if not sign.isspace()):
        raise Unusable(_("It has raised or lowered letters that plain text cannot show."))
    return said.translate(signs)


def _single_spaced(line: str) -> str:
    while "  " in line:
        line = line.replace("  ", " ")
    return line


def _refuse_formulas(said: str) -> None:
    """Formulas and languages that Moodle knows by signs in the text."""
    if said.count("$$") > 1 or _has_pair(said, "\\(", "\\)") or _has_pair(said, "\\[", "\\]"):
        raise Unusable(_("It has a formula."))
    if _has_pair(said.lower(), "[tex]", "[/tex]"):
        raise Unusable(_("It has a formula."))
    if _has_pair(said.lower(), "{mlang", "{mlang}"):
        raise Unusable(_("It is written in several languages."))


def _has_pair(said: str, first: str, last: str) -> bool:
    start = said.find(first)
    return start >= 0 and said.find(last, start + len(first)) >= 0
