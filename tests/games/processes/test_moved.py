"""Former places of modules that host sites name."""

import subprocess
import sys

import pytest

FORMER = ("games.persons", "games.work.beating", "classrooms.lms.frames")


@pytest.mark.parametrize("former", FORMER)
def test_a_former_place_gives_the_module_of_today_and_warns(former):
    program = f"""
import os, sys, warnings
os.environ["DJANGO_SETTINGS_MODULE"] = "domego_site.settings_test"
import django
django.setup()
from importlib import import_module
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    module = import_module("{former}")
assert module is import_module(module.__name__) and module.__name__ != "{former}", module.__name__
assert sum("{former} is now" in str(each.message) for each in caught) == 1, [str(each.message) for each in caught]
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr


def test_other_names_are_as_unknown_as_ever():
    with pytest.raises(ModuleNotFoundError):
        __import__("games.personsx")
