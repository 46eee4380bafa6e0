"""Charts: a game's chart data into Vega-Lite, drawn by vl-convert, finished for page and paper.

Drawn in workers only, after the fork. What was drawn is kept by the hash of what was asked for (`digest`).
"""

import hashlib
import json
from typing import Any

from classrooms.drawing import look, svg
from classrooms.drawing.chart_specs import spec_of
from games.kit.debriefs import Chart

STYLE = 1
"""Raised when the look of charts changes: those that were kept are then drawn anew."""


def digest_of(chart: Chart) -> str:
    """SHA-256 of everything that decides how a chart looks and reads."""
    asked = {"style": STYLE, "spec": spec_of(chart), "name": chart.name, "title": chart.title, "alt": chart.alt}
    return hashlib.sha256(json.dumps(asked, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def draw(chart: Chart) -> str:
    """The chart as SVG."""
    import vl_convert  # in workers only: it must not start its threads before a fork

    look.register_fonts()
    spec: dict[str, Any] = spec_of(chart)
    return svg.finish(vl_convert.vegalite_to_svg(spec), name=f"chart-{chart.name}", title=chart.title, alt=chart.alt)
