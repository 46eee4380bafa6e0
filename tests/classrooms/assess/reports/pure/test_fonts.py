"""Scripts without a font on this machine, and the warnings about them."""

import pytest

from classrooms.assess.reports import fonts
from domego_site import checks


def test_thirty_scripts_and_more_are_looked_at():
    assert len(fonts.SCRIPTS) >= 30
    assert {package for _letters, package in fonts.SCRIPTS.values()} == {fonts.CORE, fonts.CJK}


def test_nothing_is_said_where_nothing_is_lacking():
    assert fonts.describe_missing([]) == ""


@pytest.mark.parametrize("name", fonts.SCRIPTS)
def test_one_line_names_the_script_and_the_package_with_its_font(name):
    line = fonts.describe_missing([name])

    assert line == f"PDFs lack fonts for names in {name}. To mend: apt-get install -y {fonts.SCRIPTS[name][1]}"


def test_each_package_is_named_once():
    line = fonts.describe_missing(list(fonts.SCRIPTS))

    assert line.endswith("apt-get install -y fonts-noto-core fonts-noto-cjk")
    assert "\n" not in line


def test_check_deploy_names_the_scripts_without_a_font(only_latin):
    (told,) = checks.every_name_can_be_printed(None)

    assert fonts.lacking() == list(fonts.SCRIPTS)
    assert (told.id, told.msg) == ("site.W007", f"PDFs lack fonts for names in {', '.join(fonts.SCRIPTS)}.")
    assert told.hint == "apt-get install -y fonts-noto-core fonts-noto-cjk"


def test_check_deploy_says_nothing_where_all_letters_have_a_font(monkeypatch):
    monkeypatch.setattr(fonts, "SCRIPTS", {"Latin": ("a", fonts.CORE)})

    assert checks.every_name_can_be_printed(None) == []


def test_where_fontconfig_is_not_installed_nothing_is_known(monkeypatch):
    monkeypatch.setattr(fonts, "_LIBRARIES", ("libfontconfig-of-nowhere.so.1",))
    fonts.letters.cache_clear()

    assert fonts.lacking() == []
    fonts.letters.cache_clear()
