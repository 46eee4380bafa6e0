"""The environment of the Jinja2 templates (`jinja2/` folders) that render a table's parts. They are Jinja2 for speed,
since people wait for them after a decision.
"""

from collections.abc import Callable, Hashable
from datetime import datetime
from functools import lru_cache
from inspect import unwrap
from typing import Any, Final

from django.template import defaultfilters, engines
from django.template.loader import get_template
from django.urls import NoReverseMatch, get_script_prefix, get_urlconf, reverse
from django.utils import translation
from django.utils.timezone import get_current_timezone_name, localtime
from jinja2 import ChainableUndefined, Environment, Undefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from games.templatetags import ui
from games.ui.faces import Region, Scene, all_faces
from games.ui.languages import Same, by_language
from games.ui.sentences import with_subject

LOADED_DJANGO: Final = ("games/table/match.html", "games/table/live.html")
FILTERS: Final = ("when", "day")
TAGS: Final = ("submission_id", "icon", "role_label", "countdown")
CSRF_PLACE: Final = Markup("<!--csrf-->")
"""Stands for the hidden field with the token of a request, in HTML that is kept."""


def environment(**options: Any) -> Environment:
    """The environment with its globals and filters: tags and filters of `games.templatetags.ui`, URLs, texts in the
    reader's language, dates and times in Django's formats.
    """
    made = Environment(
        autoescape=True,
        undefined=ChainableUndefined,
        extensions=["jinja2.ext.i18n"],
        loader=options["loader"],
        auto_reload=options["auto_reload"],
    )
    made.install_gettext_callables(  # type: ignore[attr-defined]
        translation.gettext,
        translation.ngettext,
        newstyle=True,
        pgettext=translation.pgettext,
        npgettext=translation.npgettext,
    )
    made.globals |= {"gettext": _gettext, "_": _gettext}
    made.tests["none"] = lambda value: value is None or isinstance(value, Undefined)
    made.globals |= {name: getattr(ui, name) for name in TAGS}
    made.globals |= {
        "role_mark": ui.role,
        "url": _url,
        "url_if_there": _url_if_there,
        "drawn": drawn,
        "kept": kept,
        "lit": _lit,
        "with_subject": with_subject,
    }
    made.filters |= {name: getattr(ui, name) for name in FILTERS}
    made.filters |= {
        "date": _date,
        "time": _time,
        "cut": defaultfilters.cut,
        "capfirst": defaultfilters.capfirst,
        "stringformat": defaultfilters.stringformat,
        "add": defaultfilters.add,
        "default_if_none": defaultfilters.default_if_none,
    }
    return made


def load_all() -> None:
    """Compile all these templates, and import all games' faces, before a process serves requests. Otherwise the first
    person at a table waits for it. Nothing is done if templates are reloaded on change.
    """
    fragments = engines["fragments"].env  # type: ignore[attr-defined]
    if fragments.auto_reload:
        return
    for name in fragments.list_templates():
        fragments.get_template(name)
    for name in LOADED_DJANGO:
        get_template(name)
    for face in all_faces():
        face.load_parts()


_texts: Final[dict[tuple[str | None, str], Markup]] = {}
"""Marked-up translations by language and text: a table has some hundred of them."""


@pass_context
def _gettext(context: Context, text: str, /, **values: Any) -> Markup:
    """Jinja's own gettext without its overhead: texts are safe, values are escaped."""
    known = (translation.get_language(), text)
    found = _texts.get(known)
    if found is None:
        found = _texts[known] = Markup(translation.gettext(text))  # noqa: S704 - our own catalogues
    return found % values


@pass_context
def _lit(context: Context, *name: Any) -> Markup:
    """The attribute that highlights an element of a lesson, by its id, or by its field and value."""
    is_lit = "=".join(map(str, name)) in getattr(context.get("part"), "marked", ())
    return Markup(" data-lit") if is_lit else Markup()


def _url_if_there(name: str, *args: Any) -> str:
    """A URL; empty if no installed app has such a page."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


def _url(name: str, *args: Any, **kwargs: Any) -> str:
    return _known_url(get_script_prefix(), get_urlconf(), name, args, tuple(kwargs.items()))


@lru_cache(maxsize=4096)
def _known_url(prefix: str, urlconf: str | None, name: str, args: tuple[Any, ...], more: tuple[Any, ...]) -> str:
    """A cached URL: a table needs the same ones again and again, a list of marks a thousand."""
    return reverse(name, urlconf=urlconf, args=args, kwargs=dict(more))


def _date(moment: datetime | None, style: str | None = None) -> str:
    """A date or time in the reader's time zone."""
    return _in_words(defaultfilters.date, moment, style)


def _time(moment: datetime | None, style: str | None = None) -> str:
    return _in_words(defaultfilters.time, moment, style)


def _in_words(write: Callable[..., str], moment: datetime | None, style: str | None) -> str:
    return _written(write, moment, style, get_current_timezone_name()) if moment else write(moment, style)


@by_language(4096)
def _written(write: Callable[..., str], moment: datetime, style: str | None, zone: str) -> str:
    """A cached date in words: a history has the same dates for all readers."""
    return write(localtime(moment), style)


def drawn(region: Region, scene: Scene) -> Markup:
    """A region that declares its data (`Region.reads`): rendered only after a change, and shared by readers with the
    same knowledge.
    """
    if region.reads is None:
        raise ValueError(f"{region.id} does not say what it reads")
    # If templates are reloaded on change, their cached drawings must be, too.
    draw = unwrap(_drawn) if engines["fragments"].env.auto_reload else _drawn  # type: ignore[attr-defined]
    return draw(region, get_script_prefix(), Same(scene.scenario), region.reads(scene))


def kept(template: str, part: Hashable) -> Markup:
    """A fragment whose HTML depends on `part` alone (and on language, time zone and prefix): rendered once, and shared
    by all readers. A form in it has `CSRF_PLACE` as its `csrf_input`. Raises TypeError if the part cannot be hashed.
    """
    draw = unwrap(_kept) if engines["fragments"].env.auto_reload else _kept  # type: ignore[attr-defined]
    return draw(template, get_script_prefix(), get_current_timezone_name(), part)


@by_language(4096)
def _kept(template: str, prefix: str, zone: str, part: Hashable) -> Markup:
    found: Any = engines["fragments"].get_template(template)
    html = found.template.render({"part": part, "csrf_input": CSRF_PLACE})
    return Markup(html)  # noqa: S704 - a template's own


@by_language(128)
def _drawn(region: Region, prefix: str, scenario: Same, read: Hashable) -> Markup:
    """The cached HTML of a region; some tens of kB each."""
    found: Any = engines["fragments"].get_template(region.template)
    return Markup(found.template.render(region.shows(scenario.it, read)))  # noqa: S704 - a template's own
