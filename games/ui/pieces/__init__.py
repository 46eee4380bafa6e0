"""Pieces of a table that a game declares instead of drawing: tables, gauges, and the card that asks. A page of
development shows each of them (`/pieces/`). A game draws its own piece where it wants more.
"""

from games.ui.pieces.asking import Ask, Field, Option
from games.ui.pieces.part import Piece, table_part
from games.ui.pieces.showing import Column, Gauges, SeatRow, Table, seats_table

__all__ = ["Ask", "Column", "Field", "Gauges", "Option", "Piece", "SeatRow", "Table", "seats_table", "table_part"]
