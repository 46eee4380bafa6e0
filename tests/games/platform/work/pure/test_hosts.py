"""At most two calls at once to a host from one process, and none to a host that repeatedly does not answer."""

import threading

import pytest
from django.test import override_settings

from games.platform.work import hosts, outside
from tests.games.platform.work import odd_server as odd
from tests.games.platform.work.odd_server import serving


def call(server, **more):
    return outside.call(server.parts, **{"patience": 10, "anywhere": True, **more})


def calls(server, number, got):
    """Start so many calls at once."""
    threads = [threading.Thread(target=lambda: got.append(call(server, patience=60).status)) for _each in range(number)]
    for thread in threads:
        thread.start()
    return threads


def fail(server, times):
    for _each in range(times):
        with pytest.raises(outside.Away):
            call(server)


def test_two_calls_at_once_go_to_a_host_and_the_others_wait_their_turn():
    got = []
    with serving(odd.answers_slowly) as server:
        for thread in calls(server, 8, got):
            thread.join()

    assert (got, len(server.asked), server.most) == ([200] * 8, 8, 2)
    assert not hosts._under_way


def test_a_turn_that_does_not_come_in_time_is_refused_and_no_fault_of_the_host():
    got = []
    with serving(odd.answers_late) as server, serving(odd.answers) as other:
        threads = calls(server, 2, got)
        server.wait_for(2)

        for _each in range(hosts.FAULTS + 1):
            with pytest.raises(outside.Crowded):
                call(server, patience=0.05)
        assert call(other).status == 200

        server.opened.set()
        for thread in threads:
            thread.join()
        assert (got, call(server).status, len(server.asked)) == ([200, 200], 200, 3)


def test_a_host_that_does_not_answer_several_times_in_a_row_is_asked_no_more():
    with serving(odd.resets) as server:
        fail(server, hosts.FAULTS)

        with pytest.raises(outside.Resting) as fault:
            call(server)

        name = f"127.0.0.1:{server.port}"
        assert (fault.value.params["host"], len(server.asked)) == (name, hosts.FAULTS)
        assert 0 < fault.value.params["seconds"] <= hosts.REST
        assert hosts.rests_until(name) is not None


def test_only_faults_in_a_row_count_and_a_refusal_is_an_answer():
    few = [odd.resets] * (hosts.FAULTS - 1)
    with serving(*few, odd.answers_500, *few, odd.answers) as server:
        fail(server, len(few))
        assert call(server).status == 500
        fail(server, len(few))
        assert call(server).status == 200


def test_an_answer_that_is_too_long_is_no_fault_of_that_kind():
    with serving(odd.huge_body) as server:
        for _each in range(hosts.FAULTS + 1):
            with pytest.raises(outside.TooLong):
                call(server, longest=1000)


def test_a_trial_that_is_answered_closes_the_circuit(monkeypatch):
    monkeypatch.setattr(hosts, "REST", 0)
    with serving(*[odd.resets] * hosts.FAULTS, odd.answers_late, odd.resets, odd.answers) as server:
        fail(server, hosts.FAULTS)
        got = []
        (trial,) = calls(server, 1, got)
        server.wait_for(hosts.FAULTS + 1)

        with pytest.raises(outside.Resting):  # one is enough to try
            call(server)

        server.opened.set()
        trial.join()
        assert got == [200]
        fail(server, 1)
        assert call(server).status == 200
        assert len(server.asked) == hosts.FAULTS + 3


def test_a_trial_without_an_answer_opens_it_again(monkeypatch):
    monkeypatch.setattr(hosts, "REST", 0)
    with serving(odd.resets) as server:
        fail(server, hosts.FAULTS)
        monkeypatch.setattr(hosts, "REST", 60)
        fail(server, 1)

        with pytest.raises(outside.Resting):
            call(server)

        assert len(server.asked) == hosts.FAULTS + 1


def test_the_circuit_of_one_host_is_none_of_anothers():
    with serving(odd.resets) as server, serving(odd.answers) as other:
        fail(server, hosts.FAULTS)

        assert call(other).status == 200


def test_without_a_cache_calls_are_made_as_ever():
    away = {"default": {"BACKEND": "domego_site.cache.ForgivingRedisCache", "LOCATION": "redis://127.0.0.1:1/0"}}
    with override_settings(CACHES=away), serving(*[odd.resets] * 7, odd.answers) as server:
        fail(server, 7)
        assert call(server).status == 200
