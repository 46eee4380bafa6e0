import gettext
import os

from domego_site import translations

FRENCH = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

msgid "%(days)s day"
msgid_plural "%(days)s days"
msgstr[0] "%(days)s jour"
msgstr[1] "%(days)s jours"

#, fuzzy
msgid "Your turn"
msgstr "Votre tour ?"
"""


def test_translations_are_compiled_once_per_change(tmp_path):
    source = tmp_path / "games" / "domego" / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(FRENCH)
    target = source.with_suffix(".mo")

    assert translations.compile_all(tmp_path) == [target]
    assert translations.compile_all(tmp_path) == []
    os.utime(source, (target.stat().st_mtime + 5, target.stat().st_mtime + 5))
    assert translations.compile_all(tmp_path) == [target]


def test_plurals_are_kept_and_doubtful_entries_left_out(tmp_path):
    source = tmp_path / "classrooms" / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(FRENCH)
    translations.compile_all(tmp_path)

    with source.with_suffix(".mo").open("rb") as file:
        french = gettext.GNUTranslations(file)

    assert french.ngettext("%(days)s day", "%(days)s days", 0) == "%(days)s jour"
    assert french.ngettext("%(days)s day", "%(days)s days", 2) == "%(days)s jours"
    assert french.gettext("Your turn") == "Your turn"
