"""The meanings of headings in class lists, in the languages and systems from which lists come."""

import unicodedata
from collections.abc import Sequence
from typing import Final

CHOICES: Final = ("last", "first", "name", "email", "student_number", "group", "team", "extra_time")
"""The meanings of a column that a person can choose, in this order; an empty text is none of them."""
NAMES: Final = frozenset({"last", "first", "name", "usual", "last_or_name", "first_or_name"})
LONGEST: Final = 60

WORDS: Final = {
    "first": """
        first name; given name; forename; first names; prénom; prénoms; prénom(s); prénom usuel; prénom
        étudiant; prénom de l'étudiant; lib_pr1_ind; Vorname; Vornamen; nombres; nombre de pila; nome
        próprio; primeiro nome; nome di battesimo; firstname; givenname; prenom etu; prénom d'usage; prénom
        1
    """,
    "last": """
        last name; surname; family name; nom de famille; nom de naissance; nom patronymique;
        lib_nom_pat_ind; nom étudiant; nom etu; nom naissance; nom famille; Nachname; Familienname; Zuname;
        apellido; apellidos; apellido(s); primer apellido; segundo apellido; apellido 1; apellido 2;
        cognome; cognomi; sobrenome; apelido; apelidos; lastname
    """,
    "usual": "nom d'usage; nom usuel; nom marital; lib_nom_usu_ind; nom usage",
    "name": """
        full name; student; student name; nom complet; nom et prénom; nom prénom; nom, prénom; noms et
        prénoms; prénom et nom; prénom nom; étudiant; étudiante; étudiant(e); élève; élèves; nom de
        l'étudiant; apprenant; participant; display name; displayname; fullname; sortable name; nombre
        completo; nombre y apellidos; apellidos y nombre; apellidos, nombre; alumno; estudiante; nome
        completo; cognome e nome; nome e cognome; studente; aluno; estudante; vollständiger Name; Name,
        Vorname; Nachname, Vorname; Teilnehmer; Studierende; nom/prénom
    """,
    "last_or_name": "name; nom; noms",
    "first_or_name": "nombre; nome; nomi; nome(s)",
    "email": """
        e-mail; mail; e-mail address; mail address; courriel; adresse e-mail; adresse mail; adresse de
        courriel; adresse électronique; mail étudiant; email étudiant; courriel étudiant; mail
        institutionnel; email institutionnel; mail universitaire; mail établissement; adresse mail
        institutionnelle; adresse email institutionnelle; emails; adresse de messagerie; adresse courriel;
        messagerie; E-Mail-Adresse; Mailadresse; correo; correo electrónico; dirección de correo; dirección
        de correo electrónico; dirección email; indirizzo email; indirizzo e-mail; posta elettronica;
        indirizzo di posta elettronica; endereço de e-mail; correio eletrónico; correio eletrônico;
        adr_mail; mail etu; student email; institutional email; courriel institutionnel; endereço de correio
        eletrónico
    """,
    "student_number": """
        student number; student id; student no; number; id; id number; idnumber; matriculation number;
        numéro; num; numéro étudiant; num étudiant; num. étudiant; numéro d'étudiant; n° étudiant; no
        étudiant; n° d'étudiant; matricule; code étudiant; identifiant; numéro d'identification; cod_etu;
        code apprenant; numéro apprenant; n° apprenant; num etu; n° etu; nip; code nip; OrgDefinedId; Org
        Defined ID; SIS User ID; Matrikelnummer; Matrikel-Nr.; Matr.-Nr.; ID-Nummer; número de ID; número de
        identificación; número de estudiante; número de alumno; matricola; numero di matricola; codice
        identificativo; número de identificação; número de estudante; matrícula; número de matrícula; número
        de aluno; numéro de l'étudiant; ID-Nr.; n°; numéro dossier
    """,
    "team": """
        team; teams; team name; équipe; équipes; équipe de jeu; playing team; groupe de jeu; groupe projet;
        groupe de projet; project group; Projektgruppe; Spielteam; equipo; equipos; squadra; equipa; equipe
        de projet
    """,
    "group": """
        class group; groupe TD; groupe de TD; TD; groupe TP; groupe de TP; TP; groupe CM; classe; class;
        section; sections; cohort; cohort1; cohorte; promotion; promo; division; Seminargruppe; Tutorium;
        turma; clase; groupe classe; course group; tutorial group; lab group; gr. td; gr. tp; gr td;
        regroupement; semestre; formation
    """,
    "either": """
        group; groups; groupe; groupes; group name; nom du groupe; gr; gr.; grp; group1; Gruppe; Gruppen;
        grupo; grupos; gruppo; gruppi; groupe(s)
    """,
    "extra_time": """
        extra time; additional time; extra time percent; tiers temps; tiers-temps; 1/3 temps; temps
        supplémentaire; temps majoré; majoration; majoration de temps; Zeitverlängerung; Nachteilsausgleich;
        tiempo extra; tiempo adicional; tempo aggiuntivo; tempo adicional; aménagement
    """,
}
"""Known headings by meaning. Signs, blanks and accents are ignored. Some words count only beside others: a French "nom"
beside a "prénom".
"""
_SPARED: Final = (
    "lastaccess; dernier accès; availability; username; nom d'utilisateur; login; SIS Login ID; points possible"
)
"""Known headings of columns that are never used."""

WEAK: Final = frozenset({"id", "n", "no", "num", "numero", "number", "identifiant", "code"})
"""Headings of any number, ignored beside a heading that names the student number."""


def compact(heading: str) -> str:
    """The heading without accents, case, blanks and signs: "E-mail", "É-mail " and "e mail" are equal."""
    bare = unicodedata.normalize("NFKD", heading[: 2 * LONGEST].replace("\u00b0", "").casefold())
    return "".join(sign for sign in bare if sign.isascii() and sign.isalnum())


MEANINGS: Final = {
    compact(word): meaning for meaning, words in WORDS.items() for word in words.split(";") if word.strip()
}
SPARED: Final = frozenset(compact(word) for word in _SPARED.split(";"))


def meaning_of(heading: str) -> str:
    """The meaning of a heading by itself; empty if it is unknown."""
    return MEANINGS.get(compact(heading), "") if len(heading) <= LONGEST else ""


def known_in(cells: Sequence[str]) -> int:
    """The number of known headings in a line; 0 if a cell is an address."""
    if any("@" in cell for cell in cells):
        return 0
    return sum(bool(meaning_of(cell)) or compact(cell) in SPARED for cell in cells if cell)


def is_canvas(headings: Sequence[str]) -> bool:
    """Are these the headings of a gradebook of Canvas, whose "ID" is its own number?"""
    return "sisloginid" in {compact(heading) for heading in headings}


def meanings_of(headings: Sequence[str]) -> list[str]:
    """The meaning of each column by its heading. Of several equal meanings only parts of a family name count."""
    found = [meaning_of(heading) for heading in headings]
    if is_canvas(headings):
        found = ["" if compact(each) == "id" else word for each, word in zip(headings, found, strict=True)]
        found = ["email" if compact(each) == "sisloginid" else word for each, word in zip(headings, found, strict=True)]
    if "first" in found:
        found = ["last" if each == "last_or_name" and "last" not in found else each for each in found]
    if "last" in found:
        found = ["first" if each == "first_or_name" and "first" not in found else each for each in found]
    whole = {"last_or_name", "first_or_name"}
    found = ["name" if each in whole else each for each in found]
    if "usual" in found and "last" not in found:
        found = ["last" if each == "usual" else each for each in found]
    if {"first", "last"} <= set(found):
        found = ["" if each == "name" else each for each in found]
    if found.count("student_number") > 1:
        found = ["" if compact(each) in WEAK else word for each, word in zip(headings, found, strict=True)]
    return _once(found, headings)


def _once(found: list[str], headings: Sequence[str]) -> list[str]:
    once, numbered = [], {"apellido2", "segundoapellido"}
    for index, each in enumerate(found):
        doubled = each in found[:index] and each not in ("group", "either")
        once.append("" if doubled and compact(headings[index]) not in numbered else each)
    return once
