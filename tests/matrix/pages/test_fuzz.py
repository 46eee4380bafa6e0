"""A short run of `tests.matrix.fuzz`. FUZZ_SEED and FUZZ_REQUESTS change its seed and length."""

import os

import pytest

from tests.matrix.fuzz import Fuzz

pytestmark = [pytest.mark.django_db, pytest.mark.everywhere, pytest.mark.filterwarnings("ignore:Cache key")]

SEED = int(os.environ.get("FUZZ_SEED", "1"))
REQUESTS = int(os.environ.get("FUZZ_REQUESTS", "250"))


def test_no_hostile_request_is_a_fault_or_changes_what_its_sender_may_not_change():
    found = Fuzz(SEED).run(range(REQUESTS))

    told = "\n".join(f"{fault}\n{story}" for fault, story in sorted(found.faults.items()))
    assert not told, f"seed {SEED}:\n{told}"
    assert found.statuses.total() == REQUESTS
    assert found.acts.total() > 0, "nothing came as far as an act"
