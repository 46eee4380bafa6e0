"""The rest of the hundred class lists: those that are asked about, in other codes and frames, and those refused."""

from collections.abc import Iterator
from typing import Any

from openpyxl import Workbook

from tests.classrooms.people.class_lists.hundred import (
    EMPTY,
    FAMILY,
    FIRST,
    GIVEN,
    GROUP,
    LAST,
    MAIL,
    MAILS,
    NAME,
    NUMBER,
    NUMBERS,
    PEOPLE,
    PLAIN,
    TEAM,
    TURNED,
    UPPER,
    Column,
    File,
    book,
    grid,
    text,
)

SPANISH_UPPER = {
    "names": tuple(f"{given} {family}" for family, given in zip(UPPER, GIVEN, strict=True)),
    "family": UPPER,
}
BASE: tuple[Column, ...] = (("Nom", LAST), ("Prénom", FIRST), ("Courriel", MAIL))
KNOWN: dict[str, Any] = {"mails": MAILS}

ASKED: tuple[tuple[str, str, tuple[str, ...], dict[str, Any], tuple[Column, ...]], ...] = (
    ("group fr", ";", ("last", "first", "team"), {"teams": TEAM}, (("Nom", LAST), ("Prénom", FIRST), ("Groupe", TEAM))),
    (
        "groups en",
        ",",
        ("first", "last", "email", "group"),
        KNOWN,
        (("First name", FIRST), ("Last name", LAST), ("Email address", MAIL), ("Groups", GROUP)),
    ),
    (
        "groups es",
        ",",
        ("first", "last", "email", "group"),
        KNOWN,
        (("Nombre", FIRST), ("Apellido(s)", LAST), ("Dirección de correo", MAIL), ("Grupos", GROUP)),
    ),
    ("groups de", ",", ("first", "last", "group"), {}, (("Vorname", FIRST), ("Nachname", LAST), ("Gruppen", GROUP))),
    (
        "groups it",
        ",",
        ("first", "last", "team"),
        {"teams": TEAM},
        (("Nome", FIRST), ("Cognome", LAST), ("Gruppi", TEAM)),
    ),
    ("groups pt", ",", ("first", "last", "group"), {}, (("Nome", FIRST), ("Apelido", LAST), ("Grupos", GROUP))),
    (
        "student beside nothing",
        ";",
        ("last", "first", "email"),
        KNOWN,
        (("Étudiant", LAST), ("", FIRST), ("Courriel", MAIL)),
    ),
    ("unknown address", ";", ("last", "first", "email"), KNOWN, (("Nom", LAST), ("Prénom", FIRST), ("Contact", MAIL))),
    (
        "unknown number",
        ";",
        ("last", "first", "student_number"),
        {"numbers": NUMBERS},
        (("Nom", LAST), ("Prénom", FIRST), ("Dossier", NUMBER)),
    ),
    ("nom alone", ";", ("last", "first", "email"), KNOWN, (("Nom", LAST), ("Usuel", FIRST), ("Courriel", MAIL))),
    (
        "given name alone",
        ";",
        ("first", "last", "email"),
        KNOWN,
        (("Prénom", FIRST), ("Autre", LAST), ("Courriel", MAIL)),
    ),
    ("Swedish", ";", ("last", "first", "email"), KNOWN, (("Efternamn", LAST), ("Förnamn", FIRST), ("E-post", MAIL))),
    (
        "headings over other cells",
        ";",
        ("last", "first", "email"),
        KNOWN,
        (("Prénom", LAST), ("Courriel", FIRST), ("Nom", MAIL)),
    ),
    (
        "numbers under a name",
        ";",
        ("student_number", "first", "last"),
        {"numbers": NUMBERS},
        (("Nom", NUMBER), ("Prénom", FIRST), ("Ville", LAST)),
    ),
    (
        "numbers under names",
        ";",
        ("student_number", "last", "first"),
        {"numbers": NUMBERS},
        (("Nom", NUMBER), ("Prénom", LAST), ("Mail", FIRST)),
    ),
)


def doubled(words: str) -> bytes:
    return words.encode().decode("latin-1").encode()


def hide(made: Workbook) -> None:
    made.active.row_dimensions[5].hidden = True


def zeros(made: Workbook) -> None:
    for row in (2, 3, 4):
        made.active.cell(row, 3).number_format = "00000000"


def second(made: Workbook) -> None:
    made.create_sheet("TD2").append(["Nom", "Prénom"])


def cover(made: Workbook) -> None:
    sheet = made.create_sheet("Lisez-moi", 0)
    sheet.append(["Liste faite en septembre"])


def laid_out() -> Iterator[File]:
    """One list in several encodings, delimiters and layouts."""
    words = text(*BASE)
    yield File("UTF-8 with its mark", words.encode("utf-8-sig"), **KNOWN)
    yield File("UTF-16", text(*BASE, sign="\t").encode("utf-16"), **KNOWN)
    yield File("Windows-1252", words.encode("cp1252"), **KNOWN, notes=("encoding",))
    yield File("Mac Roman", text(*BASE, end="\r").encode("mac_roman"), **KNOWN, notes=("encoding",))
    yield File("UTF-8 read twice", doubled(words), **KNOWN, notes=("mended",))
    yield File("UTF-8 read three times", doubled(doubled(words).decode()), **KNOWN, notes=("mended",))
    yield File("letters in two parts", words.replace("é", "e\u0301").encode(), **KNOWN)
    yield File("sep", f"sep=;\r\n{words}".encode("utf-8-sig"), **KNOWN)
    yield File("sep of another sign", ("sep=^\r\n" + text(*BASE, sign="^")).encode(), **KNOWN)
    yield File(
        "title above", text(*BASE, above="L3 Génie civil;;\n2026/2027;;\n;;\n").encode(), **KNOWN, notes=("above",)
    )
    yield File("ten lines above", text(*BASE, above="remarque;;\n" * 10).encode(), **KNOWN, notes=("above",))
    yield File("total below", text(*BASE, below="Total : 3 étudiants;;\r\n").encode(), **KNOWN, notes=("sums",))
    yield File("total beside", text(*BASE, below="Total;3;\r\n").encode(), **KNOWN, notes=("sums",))
    yield File("date of print", text(*BASE, below="Édité le 3/11/2026;;\r\n").encode(), **KNOWN, notes=("sums",))
    yield File("headings again", text(*BASE, below="Nom;Prénom;Courriel\r\n").encode(), **KNOWN, notes=("again",))
    yield File("subtitle", text(*BASE, below="Autres;;\r\n").encode(), **KNOWN, bad=("alone",))
    yield File(
        "drawn table",
        text(*BASE, sign=" | ")
        .replace("\r\n", " |\n| ")
        .join(["| ", "\n"])
        .replace("\n", "\n|---|---|---|\n", 1)
        .encode(),
        **KNOWN,
    )
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in grid(*BASE))
    yield File("page as .xls", f"<html><body><table>{rows}</table></body></html>".encode(), **KNOWN)
    cells = "".join(f"<Row>{''.join(f'<Cell><Data>{c}</Data></Cell>' for c in row)}</Row>" for row in grid(*BASE))
    yield File("XML as .xls", f'<?xml version="1.0"?><Workbook>{cells}</Workbook>'.encode(), **KNOWN)


def workbooks() -> Iterator[File]:
    """One list as several workbooks."""
    numbered = [[family, given, int(number)] for family, given, number in zip(FAMILY, GIVEN, NUMBERS, strict=True)]
    head = ["Nom", "Prénom", "Numéro étudiant"]
    extra = [[*row[:2], value] for row, value in zip(numbered, ("oui", "non", None), strict=True)]
    spoilt = [[*row[:2], value] for row, value in zip(numbered, ("#REF!", 2.20012e17, "2,2E+13"), strict=True)]
    none: dict[str, Any] = dict.fromkeys(("names", "family", "mails", "numbers", "teams", "extra"), ())
    yield File("workbook", book(*grid(*BASE)), **KNOWN)
    yield File("title in a workbook", book(["L3"], [], *grid(*BASE)), **KNOWN, notes=("above",))
    yield File("zeros by format", book(head, *numbered, change=zeros), numbers=NUMBERS)
    yield File(
        "hidden row", book(*grid(*BASE), ["Roux", "Ana", "a@example.org"], change=hide), **KNOWN, notes=("hidden",)
    )
    yield File("second sheet", book(*grid(*BASE), change=second), **KNOWN, notes=("sheets",))
    yield File("cover sheet", book(*grid(*BASE), change=cover), **KNOWN, notes=("sheets",))
    yield File(
        "extra time in a workbook",
        book(["Nom", "Prénom", "Tiers temps"], *extra),
        extra=(33, 0, 0),
        notes=("extra_yes",),
    )
    yield File("spoilt numbers", book(head, *spoilt), **none, bad=("fault", "scientific", "scientific"))


def refused() -> Iterator[File]:
    """Files that cannot be read as a list, or only after changes."""
    none: dict[str, Any] = dict.fromkeys(("names", "family", "mails", "numbers", "teams", "extra"), ())
    yield File("old workbook", b"\xd0\xcf\x11\xe0" + b"\0" * 600, "refused", **none)
    teams = (("Nom", LAST), ("Prénom", FIRST), ("Équipe", ("2-janv", "02/01/2026", "3-mars")))
    yield File("teams that became dates", text(*teams).encode(), **none, bad=("date",) * 3)
    lost = text(("Nom", ("Lef\ufffdvre", "Mu?oz", "Gar£on")), ("Prénom", ("A", "B", "C")))
    yield File("lost letters", lost.encode(), **none, bad=("lost_letters",) * 3)
    rounded = (("Nom", LAST), ("Prénom", FIRST), ("Numéro étudiant", ("2,20012E+13",) * 3))
    yield File("rounded numbers", text(*rounded).encode(), **none, bad=("scientific",) * 3)


def without_headings() -> Iterator[File]:
    """Lists without headings."""
    lines = [";".join(cells) for cells in zip(NAME, MAILS, NUMBERS, strict=True)]
    yield File("usual order", "\n".join(lines).encode(), mails=MAILS, numbers=NUMBERS, family=EMPTY)
    yield File("names alone", "\n".join(NAME).encode(), family=EMPTY)
    yield File("turned names alone", "\n".join(TURNED).encode())
    yield File(
        "mail program",
        "; ".join(f"{n} <{m}>" for n, m in zip(NAME, MAILS, strict=True)).encode(),
        mails=MAILS,
        family=EMPTY,
    )
    pairs = "\n".join(f"{family};{given}" for family, given in PEOPLE)
    yield File("two cells", pairs.encode(), "asked", chosen=("last", "first"))
    swapped = "\n".join(f"{given}\t{family}" for family, given in PEOPLE)
    yield File("two cells, given name first", swapped.encode(), "asked", chosen=("first", "last"))
    first = "\n".join(";".join(cells) for cells in zip(NUMBERS, LAST, FIRST, strict=True))
    yield File("number first", first.encode(), "asked", numbers=NUMBERS, chosen=("student_number", "last", "first"))


def files() -> Iterator[File]:
    """All files of this module."""
    upper = {"Pronote": SPANISH_UPPER}
    for title, sign, must, columns in PLAIN:
        noted = ("groups",) if any(cells is GROUP for _heading, cells in columns) else ()
        noted += ("usual",) if any("usage" in heading or "USU" in heading for heading, _cells in columns) else ()
        yield File(title, text(*columns, sign=sign).encode(), **{"notes": noted, **must, **upper.get(title, {})})
    for title, sign, chosen, must, columns in ASKED:
        noted = ("groups",) if "group" in chosen else ()
        yield File(title, text(*columns, sign=sign).encode(), "asked", chosen=chosen, notes=noted, **must)
    for more in (laid_out, workbooks, without_headings, refused):
        yield from more()


FILES = tuple(files())
