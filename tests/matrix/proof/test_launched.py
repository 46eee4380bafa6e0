"""Who came by a launch from a learning platform gets from every address what their part gets, but where `launched.txt`
says otherwise.
"""

import pytest

from tests.matrix.asking import differences
from tests.matrix.table import launched_rows
from tests.matrix.world import LAUNCHED

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("who", LAUNCHED)
def test_who_came_by_a_launch_gets_what_their_part_gets(site, who):
    assert differences(site, who, tuple(LAUNCHED), launched_rows()) == []
