"""Charts: a game's chart data drawn for page and paper. What was drawn is kept by the hash of it (`digest`)."""

import hashlib

from classrooms.drawing import pen
from classrooms.drawing.chart_specs import drawing_of
from games.kit.debriefs import Chart


def digest_of(chart: Chart) -> str:
    """SHA-256 of the drawing: it is another one as soon as the chart looks or reads otherwise."""
    return hashlib.sha256(draw(chart).encode()).hexdigest()


def draw(chart: Chart) -> str:
    """The chart as SVG."""
    return pen.svg(drawing_of(chart), name=f"chart-{chart.name}", title=chart.title, alt=chart.alt)
