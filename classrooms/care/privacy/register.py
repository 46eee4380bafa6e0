"""The register of processing (article 30 of the GDPR), from the settings and the declared categories."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from classrooms.care.privacy.categories import CATEGORIES
from classrooms.care.privacy.operator import operator_answers
from classrooms.files.spreadsheets import csv_of
from games.public.base import conf
from games.public.work import web_push

Row = tuple[str, str, str, str, str, str, str, str]


def heading() -> Row:
    """The headings of the columns."""
    return (
        _("Processing"),
        _("Purpose"),
        _("Whose data"),
        _("Data"),
        _("Who receives them"),
        _("Outside the European Union"),
        _("Erased"),
        _("Where in the database"),
    )


def rows() -> Iterator[Row]:
    """A line for each category."""
    for each in CATEGORIES:
        people = _("Students, staff of courses, administrators of the site")
        abroad = pgettext("transfer", "None by the site itself.")
        if each.key == "notices" and web_push.is_on():
            abroad = _("Alerts pass, encrypted, through the push services of Google, Mozilla, Apple and Microsoft.")
        what = (str(each.title), str(each.why), people, str(each.what), str(each.seen_by))
        yield (*what, abroad, f"{each.kept} {each.retention}".strip(), ", ".join(each.holds))


def markdown() -> str:
    """The register as a Markdown document."""
    title, nothing, protection = _("Register of processing"), _("not told"), _("Security")
    lines = [f"# {title}: {conf.SITE_NAME}", ""]
    lines += [f"- **{each.asked}**: {each.text or nothing}" for each in operator_answers()]
    for name_of, *cells in rows():
        lines += ["", f"## {name_of}", ""]
        lines += [f"- **{name}**: {cell}" for name, cell in zip(heading()[1:], cells, strict=True)]
    return "\n".join([*lines, "", f"## {protection}", "", *(f"- {each}" for each in security()), ""])


def security() -> list[str]:
    """Security measures of the program itself."""
    return [
        _("Passwords are kept as salted fingerprints; ten wrong ones close a name for an address for 15 minutes."),
        _("Cookies and connections are bound to HTTPS where the address of the site begins with it."),
        _("The part of a person in a course decides what each address shows; this is tested for every address."),
        _("Erasing takes names from all tables and files and is tested on all of them; backups are not reached."),
    ]


def comma_separated() -> str:
    """The register as a table for spreadsheet programs."""
    return csv_of([heading(), *rows()])
