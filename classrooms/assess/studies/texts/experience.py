"""The statements of MEEGA+ about the experience with a game, in the published English and in a French of our own.

Sources: G. Petri, C. Gresse von Wangenheim and A. F. Borgatto, "MEEGA+, Systematic Model to Evaluate Educational
Games", in Encyclopedia of Computer Graphics and Games, Springer, 2018; and "A Model for the Evaluation of Educational
Games for Computing Education", Revista Brasileira de Informática na Educação 27(03), 2019,
doi:10.5753/rbie.2019.27.03.52. Licence: the authors offer the questionnaire "for free (creative commons)" at
https://gqs.ufsc.br/quality-evaluation/meega-plus/ (that page does not name a licence of the family).

The English agrees in two independent public transcriptions of the questionnaire. Keys are its numbers for digital
games. Its statements 11 and 12, about mistakes, belong to none of the dimensions below and are left out. The French has
no published validation; `back` is that French in English again, for readers who want to compare. Answers go from 1
(strongly disagree) to 5 (strongly agree).
"""

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy, pgettext_lazy

SOURCE: Any = gettext_lazy(
    "MEEGA+ by G. Petri, C. Gresse von Wangenheim and A. F. Borgatto (2018), offered under Creative Commons at "
    "gqs.ufsc.br. The French translation is by this project and is not validated."
)
"""Source and licence, for each page that shows the statements."""
SCALE: Any = (
    pgettext_lazy("answer", "Strongly disagree"),
    pgettext_lazy("answer", "Disagree"),
    pgettext_lazy("answer", "Neither disagree nor agree"),
    pgettext_lazy("answer", "Agree"),
    pgettext_lazy("answer", "Strongly agree"),
)
"""The answers, from 1 to 5."""


@dataclass(frozen=True)
class Dimension:
    """A dimension of a factor (`experience` or `usability`) with its names."""

    key: str
    factor: str
    en: str
    fr: str

    def name(self, language: str) -> str:
        """The name in French, or in English for any other language."""
        return self.fr if language.startswith("fr") else self.en


@dataclass(frozen=True)
class Item:
    """A statement: published English, our French, and that French in English again."""

    key: str
    dimension: str
    en: str
    fr: str
    back: str

    def text(self, language: str) -> str:
        """The statement in French, or in English for any other language."""
        return self.fr if language.startswith("fr") else self.en


DIMENSIONS: Final = (
    Dimension("aesthetics", "usability", "Aesthetics", "Esthétique"),
    Dimension("learnability", "usability", "Learnability", "Facilité d’apprentissage"),
    Dimension("operability", "usability", "Operability", "Facilité d’utilisation"),
    Dimension("accessibility", "usability", "Accessibility", "Accessibilité"),
    Dimension("confidence", "experience", "Confidence", "Confiance"),
    Dimension("challenge", "experience", "Challenge", "Défi"),
    Dimension("satisfaction", "experience", "Satisfaction", "Satisfaction"),
    Dimension("social", "experience", "Social interaction", "Interaction sociale"),
    Dimension("fun", "experience", "Fun", "Amusement"),
    Dimension("attention", "experience", "Focused attention", "Concentration"),
    Dimension("relevance", "experience", "Relevance", "Pertinence"),
    Dimension("learning", "experience", "Perceived learning", "Apprentissage perçu"),
)
"""Dimensions in the order of their statements. No published means by dimension are known to this project, so there are
no values to compare with.
"""

ITEMS: Final = (
    Item(
        "i1",
        "aesthetics",
        "The game design is attractive (interface, graphics, cards, boards, etc.).",
        "La présentation du jeu est attrayante (interface, graphismes, cartes, plateaux, etc.).",
        "The presentation of the game is attractive (interface, graphics, cards, boards, etc.).",
    ),
    Item(
        "i2",
        "aesthetics",
        "The text font and colors are well blended and consistent.",
        "La police du texte et les couleurs vont bien ensemble et sont cohérentes.",
        "The font of the text and the colours go well together and are consistent.",
    ),
    Item(
        "i3",
        "learnability",
        "I needed to learn a few things before I could play the game.",
        "J’ai dû apprendre deux ou trois choses avant de pouvoir jouer.",
        "I had to learn two or three things before I could play.",
    ),
    Item(
        "i4",
        "learnability",
        "Learning to play this game was easy for me.",
        "Apprendre à jouer à ce jeu a été facile pour moi.",
        "Learning to play this game was easy for me.",
    ),
    Item(
        "i5",
        "learnability",
        "I think that most people would learn to play this game very quickly.",
        "Je pense que la plupart des gens apprendraient très vite à jouer à ce jeu.",
        "I think that most people would learn very fast to play this game.",
    ),
    Item(
        "i6",
        "operability",
        "I think that the game is easy to play.",
        "Je pense qu’il est facile de jouer à ce jeu.",
        "I think that it is easy to play this game.",
    ),
    Item(
        "i7",
        "operability",
        "The game rules are clear and easy to understand.",
        "Les règles du jeu sont claires et faciles à comprendre.",
        "The rules of the game are clear and easy to understand.",
    ),
    Item(
        "i8",
        "accessibility",
        "The fonts (size and style) used in the game are easy to read.",
        "Les caractères utilisés dans le jeu (taille et style) sont faciles à lire.",
        "The characters used in the game (size and style) are easy to read.",
    ),
    Item(
        "i9",
        "accessibility",
        "The colors used in the game are meaningful.",
        "Les couleurs utilisées dans le jeu ont un sens.",
        "The colours used in the game have a meaning.",
    ),
    Item(
        "i10",
        "accessibility",
        "The game allows customizing the appearance (font and/or color) according to my preferences.",
        "Le jeu permet d’adapter l’apparence (police, couleurs ou les deux) à mes préférences.",
        "The game makes it possible to adapt the appearance (font, colours or both) to my preferences.",
    ),
    Item(
        "i13",
        "confidence",
        "When I first looked at the game, I had the impression that it would be easy for me.",
        "Quand j’ai vu le jeu pour la première fois, j’ai eu l’impression qu’il serait facile pour moi.",
        "When I saw the game for the first time, I had the impression that it would be easy for me.",
    ),
    Item(
        "i14",
        "confidence",
        "The contents and structure helped me to become confident that I would learn with this game.",
        "Le contenu et la structure m’ont donné confiance\xa0: j’allais apprendre avec ce jeu.",
        "The content and the structure gave me confidence: I was going to learn with this game.",
    ),
    Item(
        "i15",
        "challenge",
        "This game is appropriately challenging for me.",
        "Ce jeu est un défi à ma mesure.",
        "This game is a challenge that fits me.",
    ),
    Item(
        "i16",
        "challenge",
        "The game provides new challenges (offers new obstacles, situations or variations) at an appropriate pace.",
        "Le jeu apporte de nouveaux défis (nouveaux obstacles, situations ou variantes) à un rythme adapté.",
        "The game brings new challenges (new obstacles, situations or variants) at a suitable pace.",
    ),
    Item(
        "i17",
        "challenge",
        "The game does not become monotonous as it progresses (repetitive or boring tasks).",
        "Le jeu ne devient pas monotone en avançant (tâches répétitives ou ennuyeuses).",
        "The game does not become monotonous as it goes on (repetitive or boring tasks).",
    ),
    Item(
        "i18",
        "satisfaction",
        "Completing the game tasks gave me a satisfying feeling of accomplishment.",
        "Mener à bien les tâches du jeu m’a donné un sentiment agréable de réussite.",
        "Completing the tasks of the game gave me a pleasant feeling of success.",
    ),
    Item(
        "i19",
        "satisfaction",
        "It is due to my personal effort that I managed to advance in the game.",
        "C’est grâce à mes efforts personnels que j’ai réussi à avancer dans le jeu.",
        "It is thanks to my personal efforts that I managed to move forward in the game.",
    ),
    Item(
        "i20",
        "satisfaction",
        "I feel satisfied with the things that I learned from the game.",
        "J’ai de la satisfaction à voir ce que le jeu m’a appris.",
        "It gives me satisfaction to see what the game taught me.",
    ),
    Item(
        "i21",
        "satisfaction",
        "I would recommend this game to my colleagues.",
        "Je recommanderais ce jeu à mes camarades.",
        "I would recommend this game to my fellow students.",
    ),
    Item(
        "i22",
        "social",
        "I was able to interact with other players during the game.",
        "J’ai pu interagir avec d’autres joueuses ou joueurs pendant le jeu.",
        "I was able to interact with other players during the game.",
    ),
    Item(
        "i23",
        "social",
        "The game promotes cooperation and/or competition among the players.",
        "Le jeu encourage la coopération, la compétition ou les deux entre les joueuses et les joueurs.",
        "The game encourages cooperation, competition or both between the players.",
    ),
    Item(
        "i24",
        "social",
        "I felt good interacting with other players during the game.",
        "Interagir avec d’autres joueuses ou joueurs pendant le jeu m’a été agréable.",
        "Interacting with other players during the game was pleasant for me.",
    ),
    Item(
        "i25",
        "fun",
        "I had fun with the game.",
        "Avec ce jeu, j’ai passé un moment amusant.",
        "With this game, I had a fun time.",
    ),
    Item(
        "i26",
        "fun",
        "Something happened during the game (game elements, competition, etc.) which made me smile.",
        "Pendant le jeu, il s’est passé quelque chose (éléments du jeu, compétition, etc.) qui m’a fait sourire.",
        "During the game, something happened (elements of the game, competition, etc.) that made me smile.",
    ),
    Item(
        "i27",
        "attention",
        "There was something interesting at the beginning of the game that captured my attention.",
        "Au début du jeu, quelque chose d’intéressant a capté mon attention.",
        "At the beginning of the game, something interesting captured my attention.",
    ),
    Item(
        "i28",
        "attention",
        "I was so involved in my gaming task that I lost track of time.",
        "Ma tâche dans le jeu m’absorbait tellement que j’ai perdu la notion du temps.",
        "My task in the game absorbed me so much that I lost track of time.",
    ),
    Item(
        "i29",
        "attention",
        "I forgot about my immediate surroundings while playing this game.",
        "En jouant à ce jeu, j’ai oublié ce qui se trouvait autour de moi.",
        "While playing this game, I forgot what was around me.",
    ),
    Item(
        "i30",
        "relevance",
        "The game contents are relevant to my interests.",
        "Le contenu du jeu correspond à mes centres d’intérêt.",
        "The content of the game corresponds to my interests.",
    ),
    Item(
        "i31",
        "relevance",
        "It is clear to me how the contents of the game are related to the course.",
        "Je vois clairement le lien entre le contenu du jeu et le cours.",
        "I clearly see the link between the content of the game and the course.",
    ),
    Item(
        "i32",
        "relevance",
        "This game is an adequate teaching method for this course.",
        "Ce jeu est une méthode d’enseignement adaptée à ce cours.",
        "This game is a teaching method suited to this course.",
    ),
    Item(
        "i33",
        "relevance",
        "I prefer learning with this game to learning through other ways (e.g. other teaching methods).",
        "Je préfère apprendre avec ce jeu plutôt qu’autrement (par exemple par d’autres méthodes d’enseignement).",
        "I prefer to learn with this game rather than in another way (for example by other teaching methods).",
    ),
    Item(
        "i34",
        "learning",
        "The game contributed to my learning in this course.",
        "Le jeu a contribué à mes apprentissages dans ce cours.",
        "The game contributed to my learning in this course.",
    ),
    Item(
        "i35",
        "learning",
        "The game allowed for efficient learning compared with other activities in the course.",
        "Le jeu a permis d’apprendre efficacement, par rapport aux autres activités du cours.",
        "The game made it possible to learn efficiently, compared with the other activities of the course.",
    ),
)
"""The statements in the order of the questionnaire."""
BY_KEY: Final = {item.key: item for item in ITEMS}


def items(language: str) -> dict[str, str]:
    """The statements by key in a language (French, otherwise English), in the order of the questionnaire."""
    return {item.key: item.text(language) for item in ITEMS}
