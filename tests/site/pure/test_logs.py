import logging
import sys

from kombu.exceptions import OperationalError

from domego_site.logs import BrokerAway


def failure(cause):
    """The log record of beat when it cannot send: one exception during the handling of another."""
    try:
        try:
            raise cause
        except type(cause):
            raise RuntimeError("Couldn't apply scheduled task sweep") from None
    except RuntimeError:
        return logging.LogRecord("celery.beat", logging.ERROR, "", 0, "Message Error: %s", ("long",), sys.exc_info())


def test_a_broker_that_stays_away_is_told_once_and_short():
    told = BrokerAway(seconds=60)
    first, second = failure(OperationalError("refused")), failure(OperationalError("refused"))

    assert [told.filter(first), told.filter(second)] == [True, False]
    assert first.getMessage() == "The broker does not answer, no sweep is sent: refused"
    assert first.exc_info is None


def test_any_other_failure_is_told_in_full():
    told = BrokerAway(seconds=60)
    records = [failure(ValueError("bad")), failure(ValueError("bad"))]

    assert [told.filter(record) for record in records] == [True, True]
    assert records[0].exc_info is not None
