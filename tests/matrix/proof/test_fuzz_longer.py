"""A longer run of `tests.matrix.fuzz`, from another seed than that of `make test`."""

import pytest

from tests.matrix.fuzz import Fuzz
from tests.matrix.pages.test_fuzz import SEED, pytestmark  # noqa: F401  the same marks

REQUESTS = 2000


@pytest.mark.timeout(1800)
def test_no_hostile_request_of_a_longer_run_is_a_fault_or_changes_what_its_sender_may_not_change():
    found = Fuzz(SEED + 1).run(range(REQUESTS))

    told = "\n".join(f"{fault}\n{story}" for fault, story in sorted(found.faults.items()))
    assert not told, f"seed {SEED + 1}:\n{told}"
    assert found.statuses.total() == REQUESTS
    assert found.acts.total() > 0, "nothing came as far as an act"
