"""Names of rows are beside bars and spans, never over them."""

import re

from classrooms.drawing.charts import BESIDE, LETTER, drawing_of
from games.ui.debriefs import Bar, Bars, Part

NAME = "Entreprise de corps d’état secondaires et de second œuvre"


def test_a_long_name_of_a_group_is_written_in_lines_that_end_before_the_bars():
    bars = tuple(Bar(NAME, label, (Part("cubes", 3, "ink"),)) for label in ("bought", "used"))
    drawn = drawing_of(Bars(name="b", title="B", alt="Bars.", unit="", bars=bars, table=None))
    lines = re.findall(r'<text x="(-?[\d.]+)"[^>]*font-size="11"[^>]*>([^<]*)</text>', drawn.body)

    assert " ".join(text for _x, text in lines) == NAME
    assert len(lines) > 1
    assert max(float(x) + LETTER * len(text) for x, text in lines) <= -BESIDE + LETTER
