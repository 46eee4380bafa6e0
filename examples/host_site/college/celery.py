"""Background work of the college's site: the games' tasks are found in their app."""

import os

from celery import Celery
from kombu import Queue

from games import embedding

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "college.settings")

app = Celery("college")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    task_queues=[Queue(name) for name in embedding.QUEUES],
    task_default_queue="play",
    task_routes=embedding.ROUTES,
    beat_schedule=embedding.SCHEDULE,
)
app.autodiscover_tasks()
