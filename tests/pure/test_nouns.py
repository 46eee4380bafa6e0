"""Names of roles and players in sentences: their forms, and every text with a name, for every name of its game."""

import re
from collections.abc import Iterator

import pytest
from django.utils.translation import override

from domego_site.languages import load_catalogue
from domego_site.translations import catalogues, language_of
from games.ui import faces
from games.ui.faces import RoleName
from games.ui.nouns import named, of_title
from tests.every_game import ROOT, settings

FORMS = {
    ("fr", "Maître d’œuvre", "m"): "le maître d’œuvre, Le maître d’œuvre, du maître d’œuvre, au maître d’œuvre",
    ("fr", "Architecte A", ""): "l’architecte A, L’architecte A, de l’architecte A, à l’architecte A",
    ("fr", "Banque", "f"): "la banque, La banque, de la banque, à la banque",
    ("fr", "Hôtel de ville", ""): "l’hôtel de ville, L’hôtel de ville, de l’hôtel de ville, à l’hôtel de ville",
    ("fr", "Halle", "f"): "la halle, La halle, de la halle, à la halle",
    ("fr", "MOE", ""): "le MOE, Le MOE, du MOE, au MOE",
    ("en", "Project owner", ""): "the project owner, The project owner, of the project owner, to the project owner",
    ("en", "Player A", ""): "Player A, Player A, of Player A, to Player A",
    ("en", "The player", ""): "the player, The player, of the player, to the player",
    ("fr", "Le joueur", ""): "le joueur, Le joueur, du joueur, au joueur",
    ("fr", "La banque", ""): "la banque, La banque, de la banque, à la banque",
    ("es", "Propiedad", ""): "la propiedad, La propiedad, de la propiedad, a la propiedad",
    ("es", "Dirección facultativa", "m"): (
        "la dirección facultativa, La dirección facultativa, de la dirección facultativa, a la dirección facultativa"
    ),
    ("es", "Promotor", "f"): "el promotor, El promotor, del promotor, al promotor",
    ("es", "Área de obra", ""): "el área de obra, El área de obra, del área de obra, al área de obra",
    ("es", "Plan de obra", ""): "el plan de obra, El plan de obra, del plan de obra, al plan de obra",
    ("es", "El mapa", ""): "el mapa, El mapa, del mapa, al mapa",
    ("es", "OCT", ""): "el OCT, El OCT, del OCT, al OCT",
    ("de", "Project owner", ""): "Project owner, Project owner, of Project owner, to Project owner",
}
"""German has no grammar here, so that its own texts use bare names; the prepositions are for texts left in English."""


def test_the_title_of_a_game_after_of_has_its_article():
    with override("fr"):
        said = [of_title(each) for each in ("Les Architectes", "Le Jeu", "Jeu de la bière", "Domego", "UTBohème")]
    with override("es"):
        spanish = [of_title(each) for each in ("Domego", "Juego de la cerveza", "El Viaje")]
    with override("en"):
        assert of_title("Master Builder") == "of Master Builder"
    with override("de"):
        assert of_title("Master Builder") == "Master Builder"

    assert said == ["des Architectes", "du Jeu", "du jeu de la bière", "de Domego", "d’UTBohème"]
    assert spanish == ["de Domego", "del juego de la cerveza", "del Viaje"]


@pytest.mark.parametrize(("language", "name", "gender"), FORMS)
def test_a_name_in_a_sentence(language, name, gender):
    role = RoleName("one", name, name, "A", "owner", gender)

    with override(language):
        said = named(role=role)

    assert ", ".join(said[f"{form}_role"] for form in ("the", "The", "of", "to")) == FORMS[language, name, gender]
    assert said["role"] == name
    assert said["from_role"] == (said["of_role"] if language in ("fr", "es") else f"from {said['the_role']}")


NOUN = r"(?:role|payer|payee|player|partner|winner|holder|other)"
IN_A_GAME = rf"(?:{NOUN}|loser|renter|owner|leader|before|who)"
"""The platform's texts use these nouns for people, who have no article."""
FORM = re.compile(rf"%\((?:the|The|of|to|from)_({IN_A_GAME}|asked|most|least)\)s")
PLACE = re.compile(r"%\(\w+\)[sd]|%%")
UNCONTRACTED = {
    "fr": re.compile(r"\b(?:de|que|le|la|du|au) (?=[aeiouyàâéèêîôûœ])|\b(?:de|à) les?\b", re.IGNORECASE),
    "es": re.compile(r"\b(?:de|a) el\b", re.IGNORECASE),
}
"""Uncontracted forms, which French and Spanish do not write. The contracted forms: l’architecte, du maître, del
organismo.
"""


def bare(noun: str) -> re.Pattern[str]:
    """A name without its article, before a verb or after a preposition."""
    return re.compile(
        rf"^%\({noun}\)s (?!et |and |ou |or |pour |for |y |o |para )[a-zà-ÿ]|"
        rf"\b(?:de|à|par|avec|entre|contre|chez|of|to|by|with|from|between|a|por|con|contra) %\({noun}\)s"
    )


BARE, BARE_IN_A_GAME = bare(NOUN), bare(IN_A_GAME)
LABELS = (
    *("%(role)s %(cubes)s in", "%(role)s %(cubes)s required", "drawn: broken off by %(role)s", "only to %(role)s"),
    *("%(role)s in %(team)s", "%(role)s dans %(team)s", "%(role)s en %(team)s"),
    *("%(player)s: ", "%(player)s\xa0: "),
)
"""Beginnings of texts that are no sentences: cells of tables, heads of lists."""
PERSON = "You are <b>%(name)s</b>", "Vous êtes ici <b>%(name)s</b>", "Aquí usted es <b>%(name)s</b>"


def game_texts() -> Iterator[tuple[str, str, str]]:
    """All texts of all catalogues: game ("" for the platform), language and text."""
    for path in catalogues(ROOT):
        parts, code = path.relative_to(ROOT).parts, language_of(path)
        game = parts[2] if parts[1] == "catalogue" else ""
        for entry in load_catalogue(path, code).values():
            for language, text in (("en", entry.id if code == "fr" else ""), (code, entry.string)):
                yield from ((game, language, each) for each in (text if isinstance(text, tuple) else (text,)) if each)


def names_of(game: str) -> set[RoleName]:
    """The role names of all scenarios of a game, or of all games, in the current language."""
    return {
        role
        for where in settings().values()
        if game in ("", where.game.key)
        for role in faces.get(where.game.key).words.roles(where.scenario)
    }


def readings(text: str, roles: set[RoleName]) -> Iterator[str]:
    """A text for each name, used for all nouns, with a number in all other places."""
    for role in sorted(roles, key=lambda each: each.name):
        said = named(**dict.fromkeys(set(FORM.findall(text)), role))
        yield PLACE.sub(lambda found, said=said: said.get(found.group(0)[2:-2], "7"), text)


def test_every_text_with_a_name_reads_well_with_every_name():
    told = [each for each in game_texts() if FORM.search(each[2])]

    faults = []
    for game, language, text in told:
        with override(language):
            for reading in readings(text, names_of(game)):
                if (
                    (runs := UNCONTRACTED.get(language))
                    and runs.search(reading)
                    or "%(" in reading
                    or "the the" in reading
                ):
                    faults.append(reading)

    assert faults == []
    assert {"domego", "dominato", "dominyam", "master_builder", "utboheme"} <= {game for game, _language, _text in told}


def test_no_name_stands_bare_in_a_sentence():
    bare = [text for game, _language, text in game_texts() if (BARE_IN_A_GAME if game else BARE).search(text)]

    assert [text for text in bare if not text.startswith((*LABELS, *PERSON))] == []
