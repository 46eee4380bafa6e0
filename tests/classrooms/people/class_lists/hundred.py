"""A hundred class lists in the formats that systems document, with the expected result of each. Names are invented.

Each format is a file of three people. `taken` is read at once, `asked` after a person has chosen the columns, `refused`
with a reason. A few files have bad lines: `bad` are their reasons.
"""

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from openpyxl import Workbook

FAMILY, GIVEN = ("Lefèvre", "Da Silva", "Muñoz"), ("Zoé", "João", "Inés")
NUMBERS = ("02200123", "22001235", "22001236")
MAILS = ("zoe@example.org", "joao@example.org", "ines@example.org")
PEOPLE = tuple(zip(FAMILY, GIVEN, strict=True))

LAST, FIRST, NAME, TURNED, MAIL, NUMBER, LOGIN, GROUP, TEAM, EMPTY, COUNT = (
    FAMILY,
    GIVEN,
    tuple(f"{given} {family}" for family, given in PEOPLE),
    tuple(f"{family}, {given}" for family, given in PEOPLE),
    MAILS,
    NUMBERS,
    ("zlefevre", "jdasilva", "imunoz"),
    ("TD1", "TD1", "TD2"),
    ("Alpha", "Beta", "Beta"),
    ("", "", ""),
    ("1", "2", "3"),
)
CAPITALS = tuple(f"{family.upper()} {given}" for family, given in PEOPLE)
UPPER = tuple(family.upper() for family in FAMILY)
BIRTH = ("2005-01-02", "2004-05-06", "2005-11-30")


@dataclass(frozen=True)
class File:
    """One file: `names`, `mails`, `numbers`, `teams` and `extra` are the expected values of the good lines. `chosen` is
    a person's choice of columns.
    """

    title: str
    content: bytes
    outcome: str = "taken"
    names: tuple[str, ...] = NAME
    family: tuple[str, ...] = FAMILY
    mails: tuple[str, ...] = EMPTY
    numbers: tuple[str, ...] = EMPTY
    teams: tuple[str, ...] = EMPTY
    extra: tuple[int, ...] = (0, 0, 0)
    bad: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()


Column = tuple[str, tuple[str, ...]]


def text(*columns: Column, sign: str = ";", end: str = "\r\n", above: str = "", below: str = "") -> str:
    """The columns as lines of text. Cells are quoted where needed."""
    rows = [[heading for heading, _cells in columns], *zip(*(cells for _heading, cells in columns), strict=True)]
    lines = [sign.join(f'"{cell}"' if sign in cell else cell for cell in row) for row in rows]
    return above + end.join(lines) + end + below


def book(*rows: list[Any], change: Callable[[Workbook], None] = lambda made: None) -> bytes:
    """The rows as a workbook."""
    made = Workbook()
    for row in rows:
        made.active.append(row)
    change(made)
    content = BytesIO()
    made.save(content)
    return content.getvalue()


def grid(*columns: Column) -> list[list[Any]]:
    """The columns as rows of a workbook."""
    return [[heading for heading, _cells in columns], *map(list, zip(*(cells for _h, cells in columns), strict=True))]


PLAIN: tuple[tuple[str, str, dict[str, Any], tuple[Column, ...]], ...] = (
    *(
        (
            f"Moodle participants {tongue}",
            ",",
            {"mails": MAILS},
            tuple(zip(heads.split("|"), (FIRST, LAST, MAIL), strict=True)),
        )
        for tongue, heads in {
            "en": "First name|Last name|Email address",
            "fr": "Prénom|Nom de famille|Adresse de courriel",
            "de": "Vorname|Nachname|E-Mail-Adresse",
            "es": "Nombre|Apellido(s)|Dirección de correo",
            "it": "Nome|Cognome|Indirizzo email",
            "pt": "Nome|Apelido|Endereço de e-mail",
            "pt-br": "Nome|Sobrenome|Endereço de email",
        }.items()
    ),
    *(
        (
            f"Moodle grades {tongue}",
            ",",
            {"mails": MAILS, "numbers": NUMBERS},
            tuple(zip(heads.split("|"), (FIRST, LAST, NUMBER, MAIL, EMPTY), strict=True)),
        )
        for tongue, heads in {
            "en": "First name|Last name|ID number|Email address|Quiz: One (Real)",
            "fr": "Prénom|Nom de famille|Numéro d’identification|Adresse de courriel|Total du cours (Brut)",
            "de": "Vorname|Nachname|ID-Nummer|E-Mail-Adresse|Kurs gesamt (Punkte)",
            "es": "Nombre|Apellido(s)|Número de ID|Dirección de correo|Total del curso (Real)",
            "it": "Nome|Cognome|Codice identificativo|Indirizzo email|Totale corso (Punteggio)",
            "pt": "Nome|Apelido|Número de identificação|Endereço de e-mail|Total da disciplina (Pontuação)",
        }.items()
    ),
    (
        "Moodle users",
        ",",
        {"mails": MAILS, "numbers": NUMBERS},
        (
            ("username", LOGIN),
            ("firstname", FIRST),
            ("lastname", LAST),
            ("email", MAIL),
            ("idnumber", NUMBER),
            ("cohort1", GROUP),
        ),
    ),
    (
        "Moodle users with ids",
        ",",
        {"mails": MAILS, "numbers": NUMBERS},
        (
            ("id", ("4711", "4712", "4713")),
            ("username", LOGIN),
            ("email", MAIL),
            ("firstname", FIRST),
            ("lastname", LAST),
            ("idnumber", NUMBER),
        ),
    ),
    (
        "Canvas SIS users",
        ",",
        {"mails": MAILS},
        (
            ("user_id", LOGIN),
            ("login_id", LOGIN),
            ("first_name", FIRST),
            ("last_name", LAST),
            ("full_name", NAME),
            ("email", MAIL),
            ("status", ("active",) * 3),
        ),
    ),
    (
        "Canvas gradebook",
        ",",
        {"mails": MAILS, "numbers": NUMBERS},
        (
            ("Student", TURNED),
            ("ID", COUNT),
            ("SIS User ID", NUMBER),
            ("SIS Login ID", MAIL),
            ("Section", GROUP),
            ("Essay (12)", ("15", "", "9")),
        ),
    ),
    (
        "Canvas gradebook with logins",
        ",",
        {"numbers": NUMBERS},
        (("Student", TURNED), ("ID", COUNT), ("SIS User ID", NUMBER), ("SIS Login ID", LOGIN), ("Section", GROUP)),
    ),
    (
        "Canvas gradebook with split names",
        ",",
        {"mails": MAILS, "numbers": NUMBERS},
        (
            ("LastName", LAST),
            ("FirstName", FIRST),
            ("ID", COUNT),
            ("SIS User ID", NUMBER),
            ("SIS Login ID", MAIL),
            ("Section", GROUP),
        ),
    ),
    (
        "Brightspace",
        ",",
        {"mails": MAILS, "numbers": NUMBERS},
        (
            ("OrgDefinedId", tuple(f"#{n}" for n in NUMBERS)),
            ("Username", tuple(f"#{n}" for n in LOGIN)),
            ("Last Name", LAST),
            ("First Name", FIRST),
            ("Email", MAIL),
            ("End-of-Line Indicator", ("#",) * 3),
        ),
    ),
    (
        "Blackboard",
        "\t",
        {"numbers": NUMBERS},
        (
            ("Last Name", LAST),
            ("First Name", FIRST),
            ("Username", LOGIN),
            ("Student ID", NUMBER),
            ("Last Access", EMPTY),
            ("Availability", ("Yes",) * 3),
        ),
    ),
    (
        "Blackboard commas",
        ",",
        {"numbers": NUMBERS},
        (
            ("Last Name", LAST),
            ("First Name", FIRST),
            ("Username", LOGIN),
            ("Student ID", NUMBER),
            ("Availability", ("Yes",) * 3),
        ),
    ),
    (
        "Apogée codes",
        ";",
        {"numbers": NUMBERS},
        (("COD_ETU", NUMBER), ("LIB_NOM_PAT_IND", LAST), ("LIB_PR1_IND", FIRST), ("DATE_NAI_IND", BIRTH)),
    ),
    (
        "Apogée with usual names",
        ";",
        {"numbers": NUMBERS},
        (
            ("COD_ETU", NUMBER),
            ("LIB_NOM_PAT_IND", ("Roux", "Da Silva", "Muñoz")),
            ("LIB_NOM_USU_IND", ("Lefèvre", "", "")),
            ("LIB_PR1_IND", FIRST),
        ),
    ),
    (
        "Apogée words",
        "\t",
        {"numbers": NUMBERS},
        (("Numéro", NUMBER), ("Nom", LAST), ("Prénom", FIRST), ("Naissance", BIRTH)),
    ),
    (
        "Apogée n°",
        ";",
        {"numbers": NUMBERS, "mails": MAILS},
        (("N° Etudiant", NUMBER), ("Nom", LAST), ("Prénom", FIRST), ("Mail", MAIL)),
    ),
    (
        "Pégase",
        ";",
        {"numbers": NUMBERS, "mails": MAILS},
        (("Code apprenant", NUMBER), ("Nom de naissance", LAST), ("Prénom", FIRST), ("Mail établissement", MAIL)),
    ),
    (
        "Pégase with usual names",
        ";",
        {"numbers": NUMBERS},
        (
            ("Code apprenant", NUMBER),
            ("Nom de famille", ("Roux", "Da Silva", "Muñoz")),
            ("Nom d’usage", ("Lefèvre", "", "")),
            ("Prénom", FIRST),
            ("Formation", GROUP),
        ),
    ),
    (
        "Pégase num",
        ";",
        {"numbers": NUMBERS, "mails": MAILS},
        (
            ("Num étudiant", NUMBER),
            ("Nom de naissance", LAST),
            ("Prénom", FIRST),
            ("Mail étudiant", MAIL),
            ("Groupe TD", GROUP),
        ),
    ),
    (
        "ADE",
        ";",
        {"mails": MAILS, "numbers": NUMBERS},
        (("Nom", LAST), ("Prénom", FIRST), ("Code étudiant", NUMBER), ("Email", MAIL), ("Groupe de TD", GROUP)),
    ),
    (
        "Pronote",
        ";",
        {"mails": MAILS},
        (("Nom", UPPER), ("Prénom", FIRST), ("Classe", GROUP), ("Né(e) le", BIRTH), ("Adresse E-mail", MAIL)),
    ),
    (
        "index column",
        ";",
        {"numbers": NUMBERS},
        (("N°", COUNT), ("N° étudiant", NUMBER), ("Nom", LAST), ("Prénom", FIRST)),
    ),
    ("index column alone", ";", {}, (("N°", COUNT), ("Nom", LAST), ("Prénom", FIRST))),
    (
        "headings together",
        ";",
        {"numbers": NUMBERS, "mails": MAILS},
        (("studentnumber", NUMBER), ("familyname", LAST), ("givenname", FIRST), ("emailaddress", MAIL)),
    ),
    ("headings in capitals", ";", {"mails": MAILS}, (("NOM", LAST), ("PRENOM", FIRST), ("MAIL", MAIL))),
    (
        "birth and family names",
        ";",
        {},
        (("Nom de famille", LAST), ("Nom de naissance", ("Roux", "Costa", "Gil")), ("Prénom", FIRST)),
    ),
    (
        "two family names",
        ";",
        {
            "family": ("Lefèvre Roux", "Da Silva", "Muñoz Gil"),
            "names": ("Zoé Lefèvre Roux", "João Da Silva", "Inés Muñoz Gil"),
        },
        (("Nombre", FIRST), ("Primer apellido", LAST), ("Segundo apellido", ("Roux", "", "Gil"))),
    ),
    ("Matrikelnummer", ";", {"numbers": NUMBERS}, (("Matrikelnummer", NUMBER), ("Nachname", LAST), ("Vorname", FIRST))),
    (
        "Matricola",
        ";",
        {"numbers": NUMBERS, "mails": MAILS},
        (("Matricola", NUMBER), ("Cognome", LAST), ("Nome", FIRST), ("E-mail", MAIL)),
    ),
    (
        "Matrícula",
        ";",
        {"numbers": NUMBERS},
        (("Matrícula", NUMBER), ("Nome", FIRST), ("Apelidos", LAST), ("Turma", GROUP)),
    ),
    ("turned names", ";", {"mails": MAILS}, (("Nom, Prénom", TURNED), ("Courriel", MAIL))),
    (
        "names in capitals",
        ";",
        {"mails": MAILS, "names": CAPITALS, "family": UPPER},
        (("Nom et prénom", CAPITALS), ("Courriel", MAIL)),
    ),
    ("teams", ";", {"teams": TEAM}, (("Nom", LAST), ("Prénom", FIRST), ("Équipe", TEAM))),
    (
        "teams and groups",
        ";",
        {"teams": TEAM},
        (("Nom", LAST), ("Prénom", FIRST), ("Groupe", GROUP), ("Équipe de jeu", TEAM)),
    ),
    ("bars", "|", {"mails": MAILS}, (("Nom", LAST), ("Prénom", FIRST), ("Courriel", MAIL))),
    ("tabs", "\t", {"mails": MAILS}, (("Nom", LAST), ("Prénom", FIRST), ("Courriel", MAIL))),
    (
        "extra time yes",
        ";",
        {"extra": (33, 0, 0), "notes": ("extra_yes",)},
        (("Nom", LAST), ("Prénom", FIRST), ("Tiers temps", ("Oui", "Non", ""))),
    ),
    (
        "extra time one",
        ";",
        {"extra": (33, 0, 33), "notes": ("extra_yes",)},
        (("Nom", LAST), ("Prénom", FIRST), ("Tiers-temps", ("1", "0", "x"))),
    ),
    (
        "extra time percent",
        ";",
        {"extra": (33, 50, 0)},
        (("Nom", LAST), ("Prénom", FIRST), ("Majoration", ("33 %", "50%", "0 %"))),
    ),
    (
        "extra time third",
        ";",
        {"extra": (33, 0, 25), "family": EMPTY},
        (("Name", NAME), ("Extra time", ("1/3", "", "25"))),
    ),
)
