"""A person who comes by a launch from a learning platform gets the same as their role from every URL. The exceptions
are in `launched.txt`."""

import pytest

from tests.matrix.asking import differences
from tests.matrix.table import launched_rows
from tests.matrix.world import LAUNCHED

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("who", LAUNCHED)
def test_who_came_by_a_launch_gets_what_their_part_gets(site, who):
    assert differences(site, who, tuple(LAUNCHED), launched_rows()) == []
