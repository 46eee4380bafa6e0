"""Faster lookups of the current language, time zone and URL prefix, and of translated texts (decision 0062).

A page of a table asks for a text some 250 times. Django keeps what is current in `asgiref.local.Local`, for code that
runs in an event loop; a lookup there takes over twenty times one in `threading.local`. No event loop of this site
translates, reverses a URL or changes the time zone: the stream of news does neither.
"""

import threading
from typing import Any

from django.urls import base
from django.utils import timezone, translation
from django.utils.translation import trans_real

MOST_TEXTS = 20_000
"""Texts kept of a language: more than the catalogues have. Lecturers' own texts are looked up in them, too."""
_translate = trans_real.gettext


def install() -> None:
    """Replace the lookups of this process, once; what is current then stays current."""
    if isinstance(trans_real._active, threading.local):  # type: ignore[attr-defined]
        return
    for module, name in ((trans_real, "_active"), (timezone, "_active"), (base, "_prefixes"), (base, "_urlconfs")):
        kept, found = threading.local(), getattr(module, name)
        if hasattr(found, "value"):
            kept.value = found.value
        setattr(module, name, kept)
    trans_real.gettext = gettext
    translation._trans.gettext = gettext  # type: ignore[attr-defined]


def gettext(message: Any) -> Any:
    """The translation that Django finds. A text is translated once a language and kept with its catalogue."""
    found = getattr(trans_real._active, "value", None) or trans_real._default  # type: ignore[attr-defined]
    if found is None or type(message) is not str:
        return _translate(message)
    texts = vars(found).setdefault("_texts", {})
    text = texts.get(message)
    if text is None:
        if len(texts) >= MOST_TEXTS:
            texts.clear()
        text = texts[message] = _translate(message)
    return text
