import gettext
import os
import subprocess
import sys

from domego_site import paths, translations

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
    source = tmp_path / "games" / "catalogue" / "domego" / "locale" / "fr" / "LC_MESSAGES" / "django.po"
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


def test_the_words_for_pupils_are_compiled_with_all_other_texts_of_the_language(tmp_path):
    french, pupils = (tmp_path / "games" / "locale" / code / "LC_MESSAGES" / "django.po" for code in ("fr", "fr_X-tu"))
    for path in (french, pupils):
        path.parent.mkdir(parents=True)
    french.write_text(FRENCH + '\nmsgid "Your seats"\nmsgstr "Vos places"\n')
    pupils.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "Your seats"\nmsgstr "Tes places"\n'
    )
    translations.compile_all(tmp_path)

    with pupils.with_suffix(".mo").open("rb") as file:
        said = gettext.GNUTranslations(file)
    assert (said.gettext("Your seats"), said.ngettext("%(days)s day", "%(days)s days", 2)) == (
        "Tes places",
        "%(days)s jours",
    )

    os.utime(french, (french.stat().st_mtime + 5, french.stat().st_mtime + 5))
    assert pupils.with_suffix(".mo") in translations.compile_all(tmp_path)


def test_what_several_processes_compile_at_once_is_whole(tmp_path):
    source = tmp_path / "games" / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    texts = [f'msgid "text {number}"\nmsgstr "texte {number}"\n' for number in range(9000)]
    source.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n' + "\n".join(texts))
    command = "import pathlib, sys; from domego_site import translations as t; t.compile_all(pathlib.Path(sys.argv[1]))"

    running = [
        subprocess.Popen([sys.executable, "-c", command, str(tmp_path)], cwd=paths.BASE_DIR) for _process in range(6)
    ]

    assert [process.wait(60) for process in running] == [0] * 6
    with source.with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("text 8999") == "texte 8999"
    assert list(source.parent.glob("*.part")) == []
