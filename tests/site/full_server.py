"""The site's web server, which asks people to come again as soon as anybody waits."""

from domego_site import turns, web_server

turns.PATIENCE[turns.Rank.PAGE] = -1.0
turns.SHORTEST = 1
turns.LONGEST = 1


class WebWorker(web_server.WebWorker):
    """Gunicorn takes its processes from here."""
