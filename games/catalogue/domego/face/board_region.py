"""The region of the board: its inputs, and the context of its template."""

from typing import Any, NamedTuple

from games.catalogue.domego.face import board, board_table
from games.catalogue.domego.face.cells import Cell, cells
from games.catalogue.domego.face.past import past_of
from games.catalogue.domego.rules.scenario import Scenario
from games.ui.faces import Scene


class BoardReads(NamedTuple):
    """Two lines of words, and the activities."""

    days: str
    description: str
    cells: tuple[Cell, ...]


def reads(scene: Scene) -> BoardReads:
    """The board as a seat sees it."""
    made = cells(scene.scenario, scene.view, past_of(scene.record))
    return BoardReads(board_table.days_words(scene.view), board_table.description(scene.view), made)


def shows(scenario: Scenario, read: BoardReads) -> dict[str, Any]:
    """The two drawings and the table."""
    return {
        "board_words": read.days,
        "board_description": read.description,
        "board_wide": board.wide(read.cells),
        "board_tall": board.tall(read.cells),
        "board_rows": board_table.rows(scenario, read.cells),
    }
