"""The beat goes on when the clock is set back."""

from datetime import timedelta

import pytest
from celery import Celery
from celery.beat import PersistentScheduler
from celery.schedules import schedule

from games.platform.work.beating import Beat

HOUR = timedelta(hours=1)


class Told:
    """A beat that keeps its tasks in a list and sends none."""

    def apply_async(self, entry, **_options):
        self.sent.append(entry.task)


class ToldBeat(Told, Beat):
    pass


class ToldCelery(Told, PersistentScheduler):
    pass


def begun(kind, directory):
    """A beat that has sent each of its tasks an hour from now."""
    app = Celery("tests", set_as_current=False, changes={"result_expires": None})
    app.conf.beat_schedule = {name: {"task": name, "schedule": schedule(timedelta(seconds=1))} for name in ("a", "b")}
    beat = kind(app=app, schedule_filename=str(directory / "beat"), max_interval=1)
    beat.sent = []
    for entry in beat.schedule.values():
        entry.last_run_at = entry.default_now() + HOUR
    return beat


def sent_by(beat):
    """The tasks that ten ticks send."""
    for _look in range(10):
        beat.tick()
    return sorted(beat.sent)


@pytest.mark.parametrize(("kind", "sent"), [(ToldBeat, ["a", "b"]), (ToldCelery, [])])
def test_all_is_sent_again_after_the_clock_was_set_back(kind, sent, tmp_path):
    beat = begun(kind, tmp_path)

    found = sent_by(beat)
    beat.close()

    assert found == sent
