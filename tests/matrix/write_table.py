"""Write both tables from the site's responses: `python -m tests.matrix.write_table`. Then read each new line."""

import logging
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import django


def main() -> None:
    """Write both tables, in a test database."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "domego_site.settings_test")
    django.setup()
    logging.disable(logging.WARNING)
    from django.db import connection, transaction
    from django.test.utils import setup_test_environment

    setup_test_environment()
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    here = Path(__file__)
    with transaction.atomic():
        from tests.matrix.world import world

        site = world()
        here.with_name("permissions.txt").write_text(table(site), encoding="utf-8")
        here.with_name("launched.txt").write_text(launched(site), encoding="utf-8")
        transaction.set_rollback(True)


def table(site: Any) -> str:
    """A line for each URL and method."""
    from tests.matrix.addresses import METHODS, addresses
    from tests.matrix.world import PEOPLE

    lines = [_head(PEOPLE)]
    for name, route in sorted(addresses().items()):
        lines += [_line(PEOPLE, name, method, site.answers(name, route, method)) for method in METHODS]
    return "".join(lines)


def launched(site: Any) -> str:
    """A line for each page of platforms, and for each response to a launched person that differs from their role."""
    from tests.matrix.addresses import METHODS, addresses
    from tests.matrix.table import rows
    from tests.matrix.world import LAUNCHED, PEOPLE, SAME_AS

    lines, own = [_head(LAUNCHED)], rows()
    for name, route in sorted(addresses().items()):
        for method in METHODS:
            answers = site.answers(name, route, method, LAUNCHED)
            same = tuple(own[name, method][PEOPLE.index(SAME_AS[who])] for who in LAUNCHED)
            if "lms" in name or answers != same:
                lines.append(_line(LAUNCHED, name, method, answers))
    return "".join(lines)


def _head(people: Iterable[str]) -> str:
    return f"# {'address':42} {'method':7}" + " ".join(f"{who:10}" for who in people).rstrip() + "\n"


def _line(people: Iterable[str], name: str, method: str, answers: Iterable[str]) -> str:
    told = " ".join(f"{answer:{max(10, len(who))}}" for who, answer in zip(people, answers, strict=True))
    return f"{name:44} {method:7}{told}".rstrip() + "\n"


if __name__ == "__main__":
    main()
