"""Readers of exported files, by the documented rules of the systems that import them.

Moodle, "Grade import": the first line names the columns. One column is matched with a field of the users (e-mail, user
name, ID number). Each other column becomes a grade item, old or new. `-` means no grade, and so does an empty cell of
an old item. A grade above the site's maximum (100 by default) stops the import. So do an unknown user and a line
with another number of columns. A byte order mark is skipped.

Canvas, "Import grades": the columns Student, ID, SIS User ID, SIS Login ID and Section come first in this order. Each
further one is an assignment, unless its name is that of a column of totals. A name that ends with a number in brackets
is that of an assignment with this id. The row whose first cell says "Points Possible" has the best marks. A student is
found by id, SIS user id, login, then name. Numbers may have a comma or a point."""

import csv
import io
import re

TOTALS = ("Current", "Final", "Override")
KINDS = ("Score", "Points", "Grade", "Status")


def moodle_import(content, *, match, users, most=100):
    """{grade item: {user: grade or None}} of new grade items. `users` are the site's users by the matched field."""
    text = content.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
    lines = list(csv.reader(io.StringIO(text)))
    head = [name.strip() for name in lines[0]]
    at = head.index(match)
    items = {name: {} for name in head if name not in (match, "Full name", "State", "État")}
    for line in lines[1:]:
        assert len(line) == len(head), f"{len(line)} columns instead of {len(head)}"
        found = users[line[at].strip()]
        for name, cell in zip(head, line, strict=True):
            if name in items:
                assert cell.strip() != "", "an empty cell of a new item is taken for a grade"
                grade = None if cell.strip() == "-" else float(cell)
                assert grade is None or grade <= most, "the grade is above the maximum"
                items[name][found] = grade
    return items


def canvas_import(content, *, by_sis_id, by_login, by_name):
    """({assignment: points possible}, {assignment: {user: score or None}})."""
    assert not content.startswith(b"\xef\xbb\xbf"), "a mark before a heading in quotes cannot be parsed"
    lines = list(csv.reader(io.StringIO(content.decode("utf-8"))))
    head = lines[0]
    assert "Student" in head[0]
    assert "ID" in head[1]
    assert re.search(r"SIS\s+User\s+ID", head[2])
    assert re.search(r"SIS\s+Login\s+ID", head[3])
    assert "Section" in head[4]
    columns = [at for at, name in enumerate(head) if at > 4 and not is_total(name)]
    assert [head[at] for at in columns if re.match(r"^(.*)\s\((\d+)\)$", head[at])] == [], (
        "an assignment of Canvas' own"
    )
    possible, scores = {}, {head[at]: {} for at in columns}
    for line in lines[1:]:
        if "Points Possible" in line[0]:
            possible = {head[at]: number(line[at]) for at in columns}
            continue
        ways = zip((by_sis_id, by_login, by_name), (line[2], line[3], line[0]), strict=True)
        user = next((people[text] for people, text in ways if text and text in people), None)
        for at in columns:
            scores[head[at]][user] = number(line[at])
    return possible, scores


def is_total(name):
    return any(f"{total} {kind}" in name for total in TOTALS for kind in KINDS)


def number(cell):
    """A grade as Canvas reads it: the last comma or point is the decimal sign, and EX means excused."""
    if cell.strip().upper() == "EX":
        return "excused"
    parts = re.split("[,.]", cell.strip())
    whole = "".join(parts[:-1]) + "." + parts[-1] if len(parts) > 1 else parts[0]
    return float(whole) if whole else None
