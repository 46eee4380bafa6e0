"""Scenarios as files: JSON, and workbooks with a sheet for each list."""

import codecs
import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any, Final

import msgspec
from django.utils.translation import gettext as _

from classrooms.files.spreadsheets import is_run
from classrooms.people.class_lists.services.rosters_notes import RosterUnreadable
from classrooms.people.class_lists.services.rosters_workbooks import check_unpacked
from classrooms.play.scenarios.services.posted import UNSEEN
from games.engine.editing import NAME
from games.engine.fields import Field
from games.engine.workbooks import FRAME, JOINED, CellFault, data_from, tables
from games.public.base import refusal

LARGEST: Final = 2_000_000
"""Bytes of a file that is taken in."""
MOST_ROWS, MOST_COLUMNS = 2_000, 1_200
LONGEST_CELL: Final = 32_767
"""Signs in a cell of a spreadsheet."""
DEEPEST: Final = 20
MOST_PARTS: Final = 999
"""Parts of a list or an object."""
MOST_VALUES: Final = 50_000
"""The largest shipped scenario has 2,050 values; one of all activities, roles and cards about 20,000."""

BadFile = refusal("bad_scenario_file", status=422)
"""A file that cannot be read as a scenario, with the reason."""


def workbook_of(root: Field, data: Any) -> bytes:
    """The scenario as an XLSX file, headings in the current language. A text that a spreadsheet would run as a formula
    is stored as a text.
    """
    from openpyxl import Workbook
    from openpyxl.styles import Font, PatternFill

    book = Workbook()
    book.remove(book.active)
    for name, rows in tables(root, data).items():
        sheet = book.create_sheet(name[:31])
        for line, row in enumerate(rows, start=1):
            for column, value in enumerate(row, start=1):
                cell = sheet.cell(line, column)
                cell.value = _heading(str(value)) if line == 1 and value else _storable(value)
                if isinstance(value, str) and is_run(value):
                    cell.data_type = "s"
        sheet.freeze_panes = "A3"
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        for cell in sheet[2]:
            cell.font, cell.fill = Font(color="5D6B84", size=8), PatternFill("solid", fgColor="EEF1F5")
        for column in sheet.columns:
            widest = max((len(str(cell.value or "")) for cell in column), default=8)
            sheet.column_dimensions[column[0].column_letter].width = min(max(8, widest + 1), 48)
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def _heading(titles: str) -> str:
    return JOINED.join(_(each) for each in titles.split(JOINED))


def data_of_file(root: Field, name: str, content: bytes) -> tuple[Any, list[CellFault]]:
    """The data of a JSON or XLSX file, and cells that could not be read. Raises BadFile."""
    if len(content) > LARGEST:
        raise BadFile(reason=_("The file is larger than 2 MB."))
    if content[:2] == b"PK":
        data, faults = data_from(root, _sheets(root, content))
        _check(data)
        return data, faults
    try:
        content = content.removeprefix(codecs.BOM_UTF8)
        data = msgspec.json.decode(content)
        json.loads(content, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        raise BadFile(reason=_("This is neither a workbook (XLSX) nor a scenario in JSON.")) from None
    if not isinstance(data, dict):
        raise BadFile(reason=_("This JSON file holds no scenario."))
    _check(data)
    return data, []


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these names and values. Raises BadFile for a name that is there twice."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise BadFile(reason=_("The name %(name)s is there twice in one object.") % {"name": name[:60]})
        found[name] = value
    return found


def _check(data: Any) -> None:
    """Raises BadFile for data that pages could not show: nested deeply, with very many parts, or with names or signs
    that no field can have. All other faults are shown at their fields.
    """
    level, values = [data], 0
    for _depth in range(DEEPEST):
        values += len(level)
        for each in level:
            if isinstance(each, (dict, list)) and len(each) > MOST_PARTS or values > MOST_VALUES:
                raise BadFile(reason=_("The file is larger than any scenario."))
            for text in each if isinstance(each, dict) else (each,):
                if isinstance(text, str) and UNSEEN.search(text):
                    raise BadFile(
                        reason=_("The file has signs that cannot be shown: %(text)s.") % {"text": ascii(text[:60])}
                    )
            bad = [name for name in each if not NAME.fullmatch(name)] if isinstance(each, dict) else []
            if bad:
                raise BadFile(reason=_("No field can have the name %(name)s.") % {"name": ascii(bad[0][:60])})
        parts = (each.values() if isinstance(each, dict) else each for each in level if isinstance(each, (dict, list)))
        level = [part for each in parts for part in each]
        if not level:
            return
    raise BadFile(reason=_("The file is nested more deeply than any scenario."))


def _sheets(root: Field, content: bytes) -> dict[str, list[list[Any]]]:
    """The cells of a workbook by sheet, of sheets that a scenario has. A formula counts as its stored value. Raises
    BadFile for a formula without one, and for more rows or columns than any scenario needs.
    """
    from openpyxl import load_workbook

    try:
        check_unpacked(content)
        values, formulas = (load_workbook(BytesIO(content), read_only=True, data_only=only) for only in (True, False))
        names = {FRAME, *(part.name for part in root.fields)}
        found = {name: list(_cells(values[name], formulas[name])) for name in values.sheetnames if name in names}
        if not found:
            raise BadFile(reason=_("No sheet of this workbook belongs to such a scenario."))
    except RosterUnreadable as unreadable:
        raise BadFile(reason=str(unreadable)) from None
    except BadFile:
        raise
    except Exception as fault:  # noqa: BLE001  whatever a broken workbook does to its reader, it is a broken workbook
        raise BadFile(reason=_("This XLSX file cannot be read.")) from fault
    return found


def _cells(values: Any, formulas: Any) -> Iterator[list[Any]]:
    both = (sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS + 1) for sheet in (values, formulas))
    for number, rows in enumerate(zip(*both, strict=True), start=1):
        row = [_plain(values.title, *cells) for cells in zip(*rows, strict=True)]
        while row and row[-1] is None:
            row.pop()
        if row and (number > MOST_ROWS or len(row) > MOST_COLUMNS):
            raise BadFile(reason=_("The sheet %(name)s is larger than any scenario.") % {"name": values.title})
        yield row


def _plain(sheet: str, cell: Any, formula: Any) -> Any:
    value = cell.value
    if value is None and formula.value is not None:
        words = _("The formula in %(sheet)s, %(cell)s has no value. Open the workbook in a spreadsheet and save it.")
        raise BadFile(reason=words % {"sheet": sheet, "cell": formula.coordinate})
    return value if value is None or isinstance(value, bool | int | float) else str(value)[:LONGEST_CELL]


def _storable(value: Any) -> Any:
    """A value that a cell can store: spreadsheets keep 15 digits of a number."""
    return str(value) if isinstance(value, int) and abs(value) >= 10**15 else value
