"""Files that pages load together are bundled when static files are collected."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.template import Context, Template
from django.utils.functional import empty

from domego_site.paths import BASE_DIR
from games.ui.bundles import BUNDLES, joined

STATIC = re.compile(r"""\{% static ["']([^"']+)["']""")
LINKS = re.compile(r'(?:href|src)="/static/([^"]+)"')


def drawn(name):
    return LINKS.findall(Template("{% load ui %}{% bundle name %}").render(Context({"name": name})))


def collected(name):
    return Path(staticfiles_storage.path(staticfiles_storage.stored_name(name))).read_text()


@pytest.mark.parametrize("name", sorted(BUNDLES))
def test_without_collected_files_a_page_links_to_each_of_them(name):
    assert drawn(name) == list(BUNDLES[name])
    assert all(finders.find(file) for file in BUNDLES[name])


def test_scripts_that_come_later_are_named_to_the_page_and_not_loaded_by_it():
    text = Template("{% load ui %}{% bundle 'games/later.js' later=True %}").render(Context())

    assert text.count('<meta name="later" content=') == len(BUNDLES["games/later.js"])
    assert "<script" not in text


def test_where_they_are_collected_a_page_links_to_one(tmp_path, settings):
    settings.STATIC_ROOT = str(tmp_path)
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "domego_site.static_files.JoiningStorage"}}
    staticfiles_storage._wrapped = empty
    try:
        call_command("collectstatic", interactive=False, verbosity=0)
        for name, files in BUNDLES.items():
            (found,) = drawn(name)
            assert re.fullmatch(rf"{re.escape(name.rpartition('.')[0])}\.[0-9a-f]{{12}}\.\w+", found)
            text = (tmp_path / found).read_text()
            assert (tmp_path / f"{found}.br").exists()
            if name.endswith(".js"):
                assert text.count("catch(error){reportError(error);}") == len(files)
            assert "/* " not in text
        assert collected("domego/preview.js").startswith("const SVG=")
        assert collected("django_htmx/htmx-2.js") == Path(finders.find("django_htmx/htmx-2.js")).read_text()
        fonts = re.findall(r'url\("(fonts/[^"]+)"\)', (tmp_path / drawn("shell/page.css")[0]).read_text())
        assert len(fonts) == 4
        assert all((tmp_path / "shell" / font).exists() for font in fonts)
        assert json.loads((tmp_path / "staticfiles.json").read_text())["paths"].keys() >= BUNDLES.keys()
    finally:
        staticfiles_storage._wrapped = empty


def test_scripts_keep_their_names_to_themselves():
    assert joined("a.js", ["const x = 1;", "const x = 2;"]).count("try {") == 2
    assert joined("a.css", ["a {}", "b {}"]) == "a {}\nb {}"


def test_every_static_file_that_a_template_names_exists():
    found = {
        (name, str(path.relative_to(BASE_DIR)))
        for app in ("classrooms", "games", "templates")
        for path in (BASE_DIR / app).rglob("*.html")
        for name in STATIC.findall(path.read_text(encoding="utf-8"))
    }

    assert len(found) > 30
    assert [each for each in sorted(found) if not finders.find(each[0])] == []
