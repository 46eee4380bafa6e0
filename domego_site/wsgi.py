import logging
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "domego_site.settings")
logging.captureWarnings(True)  # lines as all others are
application = get_wsgi_application()

from domego_site.watching import measuring, watcher  # noqa: E402 - they need the apps

watcher.start()
measuring.start()
