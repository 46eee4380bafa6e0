"""The published surface of the games: documented, and small enough to read."""

import inspect

from tests.games import public_page


def test_the_page_lists_what_is_published():
    """After a change: `python -m tests.games.public_page`."""
    assert public_page.PAGE.read_text(encoding="utf-8") == public_page.page()


def test_each_function_and_class_says_what_it_is():
    silent = [
        f"{module.__name__}.{name}"
        for module in public_page.modules()
        for name, source in public_page.published(module).items()
        if inspect.isroutine(getattr(module, name)) and not public_page.meaning(module, name, source)
    ]

    assert silent == []


def test_a_name_is_published_in_one_place():
    homes: dict[str, list[str]] = {}
    for module in public_page.modules():
        for name, source in public_page.published(module).items():
            homes.setdefault(f"{source}.{name}", []).append(module.__name__)

    assert {name: places for name, places in homes.items() if len(places) > 1} == {}
