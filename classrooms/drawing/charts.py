"""Charts: a game's chart data drawn for page and paper."""

from classrooms.drawing import pen
from classrooms.drawing.chart_specs import drawing_of
from games.kit.debriefs import Chart


def draw(chart: Chart) -> str:
    """The chart as SVG."""
    return pen.svg(drawing_of(chart), name=f"chart-{chart.name}", title=chart.title, alt=chart.alt)
