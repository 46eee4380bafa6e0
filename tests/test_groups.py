"""Tests that share a site run in one of several workers: else each worker starts a site of its own."""

import os

import pytest


@pytest.mark.xdist_group("proof")
@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="there is one worker only")
def test_a_group_is_known_to_who_shares_out_the_tests(request):
    assert request.node.nodeid.endswith("@proof")
