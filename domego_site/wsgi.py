import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "domego_site.settings")
application = get_wsgi_application()

from domego_site.watching import watcher  # noqa: E402 - needs the apps

watcher.start()
