"""Kinds of questions that files name, and why a question of a kind is left out."""

from django.utils.translation import gettext as _

from classrooms.play.questions.files.parsed_questions import Unusable


def _names() -> dict[str, str]:
    return {
        "essay": _("essay"),
        "shortanswer": _("short answer"),
        "numerical": _("number"),
        "matching": _("pairs"),
        "description": _("text without a question"),
        "cloze": _("gaps"),
    }


def refuse_kind(kind: str) -> Unusable:
    """Raised for a question of a kind that cannot be taken."""
    return Unusable(_("It is of the kind “%(kind)s”.") % {"kind": _names().get(kind, kind[:40])})


def not_one_right() -> Unusable:
    """Raised where the right answers are none or several, or right in part."""
    return Unusable(_("It needs exactly one right answer among its choices."))


def true_and_false() -> tuple[str, str]:
    """The options of a question that is true or false."""
    return _("True"), _("False")
