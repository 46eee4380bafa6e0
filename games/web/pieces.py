"""The pieces of a table are Jinja2 templates (`jinja2/` folders): they are what people wait for after a decision."""

from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from django.template import defaultfilters
from django.urls import NoReverseMatch, get_script_prefix, get_urlconf, reverse
from django.utils import translation
from django.utils.timezone import localtime
from jinja2 import ChainableUndefined, Environment, Undefined

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
        _gettext,
        translation.ngettext,
        newstyle=True,
        pgettext=translation.pgettext,
        npgettext=translation.npgettext,
    )
    made.tests["none"] = lambda value: value is None or isinstance(value, Undefined)
    made.globals |= {name: getattr(kit, name) for name in TAGS}
    made.globals |= {"role_mark": kit.role, "told_by": told_by, "url": _url, "url_if_there": _url_if_there}
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


_texts: Final[dict[tuple[str | None, str], str]] = {}
"""By language and text: a table has some hundred of them."""


def _gettext(text: str) -> str:
    known = (translation.get_language(), text)
    found = _texts.get(known)
    if found is None:
        found = _texts[known] = translation.gettext(text)
    return found


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
    return defaultfilters.date(_local(moment), style)


def _time(moment: datetime | None, style: str | None = None) -> str:
    return defaultfilters.time(_local(moment), style)


def _local(moment: datetime | None) -> datetime | None:
    return localtime(moment) if moment else moment
