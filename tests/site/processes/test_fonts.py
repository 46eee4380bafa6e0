"""Scripts without a font on this machine, and what is said of it."""

import shutil

import pytest

from domego_site import fonts

NEEDS_FONTCONFIG = pytest.mark.skipif(shutil.which("fc-list") is None, reason="no fontconfig here")


def test_nothing_is_said_where_nothing_is_lacking():
    assert fonts.words([]) == ""


@pytest.mark.parametrize("name", fonts.SCRIPTS)
def test_one_line_names_the_script_and_the_package_with_its_font(name):
    line = fonts.words([name])

    assert line == f"PDFs lack fonts for names in {name}. To mend: apt-get install -y {fonts.SCRIPTS[name][1]}"


def test_each_package_is_named_once():
    line = fonts.words(list(fonts.SCRIPTS))

    assert line.endswith("apt-get install -y fonts-noto-core fonts-noto-cjk")
    assert "\n" not in line


@NEEDS_FONTCONFIG
def test_a_machine_without_fonts_lacks_all_scripts(tmp_path):
    empty = tmp_path / "fonts.conf"
    empty.write_text(f"<fontconfig><dir>{tmp_path}/none</dir><cachedir>{tmp_path}</cachedir></fontconfig>")

    assert fonts.lacking({"FONTCONFIG_FILE": str(empty)}) == list(fonts.SCRIPTS)


def test_where_fontconfig_is_not_installed_nothing_is_known(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))

    assert fonts.lacking() == []
