"""Write the table as the site answers now: `python -m tests.matrix.write_table`. Then read each new line."""

import logging
import os
from pathlib import Path

import django


def main() -> None:
    """In a test database of its own."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "domego_site.settings_test")
    django.setup()
    logging.disable(logging.WARNING)
    from django.db import connection, transaction
    from django.test.utils import setup_test_environment

    setup_test_environment()
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    with transaction.atomic():
        Path(__file__).with_name("permissions.txt").write_text(table(), encoding="utf-8")
        transaction.set_rollback(True)


def table() -> str:
    """A line for each address and method."""
    from tests.matrix.addresses import METHODS, addresses
    from tests.matrix.world import PEOPLE, world

    site = world()
    lines = [f"# {'address':42} {'method':7}" + " ".join(f"{who:10}" for who in PEOPLE)]
    for name, route in sorted(addresses().items()):
        for method in METHODS:
            answers = " ".join(f"{answer:10}" for answer in site.answers(name, route, method))
            lines.append(f"{name:44} {method:7}{answers}")
    return "".join(f"{line.rstrip()}\n" for line in lines)


if __name__ == "__main__":
    main()
