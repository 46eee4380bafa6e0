"""A task that is running when the site of `tests.site.supervised_settings` stops."""

import time

from celery import shared_task

from domego_site import paths


@shared_task(name="tests.slow")
def slow() -> None:
    (paths.VAR_DIR / "begun").touch()
    time.sleep(1)
    (paths.VAR_DIR / "finished").touch()
