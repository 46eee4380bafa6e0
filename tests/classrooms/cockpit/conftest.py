import pytest

from games import outbox


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch):
    monkeypatch.setattr(outbox.current_app, "send_task", lambda *args, **kwargs: None)
