"""The pieces of a table are Jinja2 templates (`jinja2/` folders): they are what people wait for after a decision."""

from collections.abc import Callable, Hashable
from datetime import datetime
from functools import lru_cache
from inspect import unwrap
from typing import Any, Final

from django.template import defaultfilters, engines
from django.urls import NoReverseMatch, get_script_prefix, get_urlconf, reverse
from django.utils import translation
from django.utils.timezone import get_current_timezone_name, localtime
from jinja2 import ChainableUndefined, Environment, Undefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from games.kit.faces import Region, Scene
from games.kit.languages import Same, by_language
from games.kit.sentences import told_by
from games.templatetags import kit

FILTERS: Final = ("when", "day")
TAGS: Final = ("submission_id", "icon", "role_label", "countdown")


def environment(**options: Any) -> Environment:
    """What pieces may call besides their context: the tags and filters of `games.templatetags.kit`, addresses, texts in
    the reader's language, dates and times as Django writes them.
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
    made.globals |= {name: getattr(kit, name) for name in TAGS}
    made.globals |= {
        "role_mark": kit.role,
        "url": _url,
        "url_if_there": _url_if_there,
        "drawn": drawn,
        "told_by": told_by,
    }
    made.filters |= {name: getattr(kit, name) for name in FILTERS}
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


_texts: Final[dict[tuple[str | None, str], Markup]] = {}
"""By language and text: a table has some hundred of them."""


@pass_context
def _gettext(context: Context, text: str, /, **values: Any) -> Markup:
    """As Jinja2's own, without its detours: texts are safe, values are not."""
    known = (translation.get_language(), text)
    found = _texts.get(known)
    if found is None:
        found = _texts[known] = Markup(translation.gettext(text))  # noqa: S704 - our own catalogues
    return found % values


def _url_if_there(name: str, *args: Any) -> str:
    """Empty where no room above the games has such a page."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


def _url(name: str, *args: Any, **kwargs: Any) -> str:
    return _known_url(get_script_prefix(), get_urlconf(), name, args, tuple(kwargs.items()))


@lru_cache(maxsize=4096)
def _known_url(prefix: str, urlconf: str | None, name: str, args: tuple[Any, ...], more: tuple[Any, ...]) -> str:
    """A table asks for the same addresses again and again, a list of marks for a thousand."""
    return reverse(name, urlconf=urlconf, args=args, kwargs=dict(more))


def _date(moment: datetime | None, style: str | None = None) -> str:
    """In the reader's time zone."""
    return _in_words(defaultfilters.date, moment, style)


def _time(moment: datetime | None, style: str | None = None) -> str:
    return _in_words(defaultfilters.time, moment, style)


def _in_words(write: Callable[..., str], moment: datetime | None, style: str | None) -> str:
    return _written(write, moment, style, get_current_timezone_name()) if moment else write(moment, style)


@by_language(4096)
def _written(write: Callable[..., str], moment: datetime, style: str | None, zone: str) -> str:
    """A history names the same moments to everybody, again and again."""
    return write(localtime(moment), style)


def drawn(region: Region, scene: Scene) -> Markup:
    """A region that says what it reads: drawn anew only where that has changed, for whoever may know it."""
    if region.reads is None:
        raise ValueError(f"{region.id} does not say what it reads")
    # Where templates are read anew as they change, so is what is drawn of them.
    draw = unwrap(_drawn) if engines["pieces"].env.auto_reload else _drawn  # type: ignore[attr-defined]
    return draw(region, get_script_prefix(), Same(scene.scenario), region.reads(scene))


@by_language(128)
def _drawn(region: Region, prefix: str, scenario: Same, read: Hashable) -> Markup:
    """Some tens of kB each."""
    found: Any = engines["pieces"].get_template(region.template)
    return Markup(found.template.render(region.shows(scenario.it, read)))  # noqa: S704 - a template's own
