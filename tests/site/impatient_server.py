"""The site's web server with limits short enough for a test."""

from domego_site import web_server

web_server.SECONDS |= {"header": 2.0, "body": 2.0, "answer": 4.0, "idle": 4.0}
web_server.GIVEN_UP = 0.0


class WebWorker(web_server.WebWorker):
    """The worker class that gunicorn uses."""
