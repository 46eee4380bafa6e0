"""The site's web server, set to ask clients to come again as soon as a request waits."""

from domego_site import turns, web_server

turns.PATIENCE[turns.Rank.PAGE] = -1.0
turns.SHORTEST = 1
turns.LONGEST = 1


class WebWorker(web_server.WebWorker):
    """The worker class that gunicorn uses."""
