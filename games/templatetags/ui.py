"""General template tags: icons, role badges, clocks. They know no game and no match."""

from datetime import datetime
from typing import Any
from uuid import uuid4

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.forms import BoundField, CheckboxInput
from django.shortcuts import resolve_url
from django.template import engines
from django.template.backends.utils import csrf_input
from django.templatetags.static import static
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.platform.conf import conf
from games.ui.accessibility import conformity
from games.ui.bundles import BUNDLES
from games.ui.dates import date_words
from games.ui.languages import by_language, called, draft_note, offered
from games.ui.team_names import team_label

register = template.Library()

HOUR = 3600
DAY = 24 * HOUR


@register.filter
def is_marked_required(field: BoundField) -> bool:
    """Should the field be marked as required? A form's only field is not marked."""
    filled_in = [each for each in field.form.visible_fields() if not isinstance(each.field.widget, CheckboxInput)]
    is_required = field.build_widget_attrs({}).get("required") or field.field.widget.attrs.get("required")
    return len(filled_in) > 1 and bool(is_required)


@register.filter
def figure(value: int | str) -> str:
    """A number with a real minus sign; a text is unchanged."""
    text = str(value)
    return f"\u2212{text[1:]}" if text.startswith("-") else text


@register.simple_tag
def site_name() -> str:
    return str(conf.SITE_NAME)


@register.simple_tag
def offered_language() -> str:
    """The page's language code for browsers and the language menu."""
    return offered()


@register.simple_tag(name="draft_note")
def _draft_note() -> str:
    """The note of an unchecked translation; empty in a checked language."""
    return draft_note()


@register.simple_tag
def accessibility_state() -> str:
    """The conformity in the accessibility statement of this site, for the foot of every page."""
    words = {"total": _("fully conforming"), "partial": _("partly conforming"), "none": _("not conforming")}
    return words[conformity(conf.ACCESSIBILITY_AUDIT_PERCENT)]


@register.simple_tag
def sign_in_url() -> str:
    """The URL of the site's sign-in page, which may belong to the host site."""
    return resolve_url(settings.LOGIN_URL)


@register.simple_tag
def server_now() -> int:
    """Epoch milliseconds for `<html data-now>`, so that clocks run by the server's time."""
    return epoch_ms(timezone.now())


@register.filter
def epoch_ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


@register.filter
def when(moment: datetime) -> str:
    """The time for a moment of today, else day and time, in the reader's time zone."""
    local = timezone.localtime(moment)
    is_today = local.date() == timezone.localdate()
    return date_format(local, "TIME_FORMAT" if is_today else "SHORT_DATETIME_FORMAT")


@register.filter
def day(moment: datetime | None, style: str = "DATE_FORMAT") -> str:
    """A date in words; in French the first of a month is "1er"."""
    return date_words(moment, style) if moment else ""


@register.filter
def language_called(code: str) -> str:
    """The name of a language in that language."""
    return called(code)


@register.filter(name="team_label")
def _team_label(name: str) -> str:
    """ "team Lintel", but "Team 1"."""
    return team_label(name)


@register.simple_tag
def submission_id() -> str:
    """A new id for a form, so that a repeated submission counts once."""
    return str(uuid4())


@register.simple_tag
@by_language(512)
def icon(name: str, css_class: str = "") -> SafeString:
    """An icon of parts/sprite.html, hidden from screen readers: it always accompanies words."""
    return format_html('<svg class="icon {}" aria-hidden="true"><use href="#i-{}"/></svg>', css_class, name)


@register.simple_tag
@by_language(512)
def role(key: str, letter: str, name: str) -> SafeString:
    """The badge of a role in a line of text: its letter on its colour, its name for a screen reader."""
    return format_html(
        '<span class="role role-{}"><span aria-hidden="true">{}</span><span class="vh">{}</span></span>',
        key,
        letter,
        name,
    )


@register.simple_tag
def role_label(key: str, letter: str, name: str, symbol: str = "") -> SafeString:
    """The long badge: icon and letter on the role's colour, then its name. `symbol` is the icon, by default the key."""
    return format_html(
        '<span class="pack"><span class="role role-l role-{}" aria-hidden="true">{}{}</span>{}</span>',
        key,
        icon(symbol or key),
        letter,
        name,
    )


def time_left(seconds: int) -> str:
    """1:47, 2:05 h (in French 2 h 05), 3 d: the same words as in static/shell/js/countdown.js."""
    seconds = max(0, seconds)
    if seconds < HOUR:
        return f"{seconds // 60}:{seconds % 60:02}"
    if seconds < DAY:
        return _("%(hours)d:%(minutes)02d\xa0h") % {"hours": seconds // HOUR, "minutes": seconds % HOUR // 60}
    return _("%(days)d\xa0d") % {"days": seconds // DAY}


@register.simple_tag
def countdown(
    due: datetime, css_class: str = "clock", *, over: str = "", urgent: int = 60, warn: str = ""
) -> SafeString:
    """A clock that runs in the browser until `due`. `over` is its text when the time is up. `warn` is announced once
    to screen readers when `urgent` seconds are left.
    """
    seconds = round((due - timezone.now()).total_seconds())
    return format_html(
        '<time class="{}" datetime="{}" data-due="{}" data-urgent="{}" data-over="{}"{}>{}</time>',
        css_class,
        due.isoformat(),
        epoch_ms(due),
        urgent,
        over or _("Time is up"),
        format_html(' data-warn="{}"', warn) if warn else "",
        time_left(seconds),
    )


@register.simple_tag(takes_context=True)
def fragment(context: template.Context, name: str, **more: Any) -> SafeString:
    """A rendered Jinja template (of a `jinja2/` folder) with the page's context and `more`."""
    values: dict[str, Any] = {**context.flatten(), **more}  # type: ignore[dict-item]
    if "request" in values:
        values["csrf_input"] = SimpleLazyObject(lambda: csrf_input(values["request"]))  # the same in all forms
    found: Any = engines["fragments"].get_template(name)
    return SafeString(found.template.render(values))


@register.simple_tag
def error_first(*wrong: object) -> str:
    """The start of a page's title if something is `wrong`: "Error: "."""
    return _("Error") + pgettext("punctuation", ": ") if any(wrong) else ""


@register.simple_tag
def bundle(name: str, *, later: bool = False) -> SafeString:
    """Links to a bundle (games.ui.bundles), or to its files if bundles are off. Scripts that a page does not need at
    once may be loaded `later` (app.js).
    """
    made = getattr(staticfiles_storage, "hashed_files", {})
    shape = '<link rel="stylesheet" href="{}">' if name.endswith(".css") else '<script type="module" src="{}"></script>'
    if later:
        shape = '<meta name="later" content="{}">'
    files = [(static(file),) for file in ([name] if name in made else BUNDLES[name])]
    return format_html_join("\n", shape, files)


@register.simple_tag(takes_context=True)
def current(context: template.Context, *prefixes: str) -> SafeString:
    """`aria-current` for a link of the main navigation: "page" on the page itself, "true" below it."""
    path = context["request"].path if "request" in context else ""
    if path in prefixes:
        return SafeString('aria-current="page"')
    below = any(prefix and prefix != "/" and path.startswith(prefix) for prefix in prefixes)
    return SafeString('aria-current="true"' if below else "")
