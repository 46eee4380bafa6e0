"""Generated matches, their sentences and the numbers in them.

Tests of games compute the same numbers from the events of the record, with code of their own, and compare.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from html import unescape
from importlib import import_module
from random import Random
from typing import Any, Final

import msgspec
from django.utils import translation

from games.engine.draws import FastDraws
from games.engine.errors import BadOptions
from games.engine.playout import playout
from games.engine.record import Record
from games.ui import analysis, debriefs, faces
from games.ui.patterns import AnswerTime, Collection, FoundPattern, Logged, QuestionTally, Trace, TracedMove
from games.ui.patterns_general import GENERAL, Played
from tests.every_game import Setting, settings

MIXES: Final[Mapping[str, tuple[tuple[str, ...], ...]]] = {
    "beer_game": (("random", "naive", "strong"), ("strong",), ("naive", "strong")),
    "domego": (("random", "minimal", "balanced", "cautious"), ("random",), ("cautious", "balanced")),
    "dominato": (("random", "greedy"), ("random",), ("greedy",)),
    "dominyam": (("random", "greedy"), ("random",), ("greedy", "greedy", "strong")),
    "master_builder": (("random", "thrifty"), ("random",), ("random", "thrifty", "strong")),
    "utboheme": (("random", "greedy"), ("random",), ("greedy",)),
}
"""By game, the strengths of the bots in generated matches; slow ones are left out."""
LANGUAGES: Final = ("en", "fr")
AT: Final = "2025-10-21T09:00:00Z"

TAG: Final = re.compile(r"<[^>]*>")
QUOTED: Final = re.compile(r"“[^”]*”|«[^»]*»")
"""Titles of cards and questions, whose numbers do not come from the record."""
THOUSANDS: Final = re.compile(r"(?<=\d)[,\u00a0\u202f](?=\d{3}(?!\d))")
NUMBER: Final = re.compile(r"[\u2212-]?\d+(?:[.,]\d+)?")
WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": (
        *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
        *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
        "twenty",
    ),
    "fr": (
        *("aucun", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
        *("onze", "douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf"),
        "vingt",
    ),
}


@dataclass(frozen=True)
class Match:
    """A whole match of bots with its record. Parts that people add to a record (messages, deadlines, a quiz) are
    generated.
    """

    setting: str
    where: Setting
    seed: int
    records: tuple[Record, ...]
    states: tuple[Any, ...]
    result: Any

    @property
    def name(self) -> str:
        """The setting and the seed of the match."""
        return f"{self.setting} {self.seed}"

    @property
    def key(self) -> str:
        """The key of the game."""
        return self.where.game.key

    @cached_property
    def facts(self) -> Any:
        """The tables behind the debriefing."""
        assert self.where.game.facts is not None
        return self.where.game.facts(self.where.scenario, self.where.options, self.records)

    @cached_property
    def events(self) -> tuple[Any, ...]:
        """All events of the record."""
        return tuple(event for record in self.records for event in record.events)

    def of(self, *kinds: str, turn: int | None = None, seat: int | None = None) -> list[Any]:
        """The events of these kinds, in order."""
        return [
            event
            for event in self.events
            if event.__struct_config__.tag in kinds and turn in (None, event.turn) and seat in (None, event.seat)
        ]

    @cached_property
    def trace(self) -> Trace:
        """The record in the form for patterns, without the names of roles."""
        random, seats = Random(self.seed), len(self.result.scores)  # noqa: S311
        held = tuple(random.random() < 0.7 for _seat in range(seats))
        events: list[Logged] = []
        for record in self.records:
            for event in record.events:
                data = msgspec.to_builtins(event)
                events.append(Logged(len(events), record.number, data["kind"], event.turn, event.seat, data))
        answers = tuple(
            AnswerTime(
                record.seat, record.key, random.choice((5, 20, 90)) * (1 + 9 * (record.seat == self.seed % seats))
            )
            for record in self.records
            if record.seat is not None and record.by == "player"
        )
        return Trace(
            roles=(),
            held=held,
            events=tuple(events),
            moves=tuple(TracedMove(record.number, record.seat, record.by) for record in self.records if record.number),
            answers=answers,
            messages=tuple(random.choice((0, 0, 0, 1, None)) for _each in range(random.choice((0, 1, 2, 9, 30)))),
            deeds=tuple(("step_back", 2) for _each in range(self.seed % 2)),
            quiz=(
                QuestionTally("What is 1 + 1?", random.randrange(3), 5),
                QuestionTally("And 2 + 2?", random.randrange(3), 4),
            ),
            options=msgspec.to_builtins(self.where.options),
        )

    def without_names(self, text: str, language: str) -> str:
        """A sentence without the numbers in names of roles."""
        with translation.override(language):
            names = [role.name for role in faces.get(self.key).words.roles(self.where.scenario)]
        for name in (name for name in names if re.search(r"\d", name)):
            text = re.sub(rf"{re.escape(name)}(?!\d)", "", text, flags=re.IGNORECASE)
        return text

    def found(self, language: str) -> dict[str, FoundPattern]:
        """The topics found in the match, by key of the pattern."""
        debriefing = debriefs.get(self.key)
        with translation.override(language):
            roles = tuple(role.name for role in faces.get(self.key).words.roles(self.where.scenario))
            trace = msgspec.structs.replace(self.trace, roles=roles[: len(self.result.scores)])
            played = Played(trace, self.result.scores, str(analysis.get(self.key).scored))
            own = debriefing.patterns(self.where.scenario, self.facts, trace)
            return {each.key: each for each in (*own, *GENERAL.look(played))}

    def texts(self, language: str) -> Iterator[tuple[str, str]]:
        """All sentences by their place; the places are the same in every language."""
        debriefing, face, scenario = debriefs.get(self.key), faces.get(self.key), self.where.scenario
        with translation.override(language):
            yield "headline", debriefing.headline(scenario, self.facts)
            for key, each in self.found(language).items():
                yield f"pattern {key}", each.hit.fact
                yield f"question of pattern {key}", each.hit.ask
            people = [f"Person {'ABCDEFGHIJKLMN'[seat]}" for seat in range(len(self.result.scores))]
            yield from _texts("page", debriefing.context(scenario, self.facts, people))
            for seat in range(len(people)):
                yield from _texts(f"sheet of seat {seat}", debriefing.seat_context(scenario, self.facts, seat))
            for chart in debriefing.charts(scenario, self.facts):
                yield f"chart {chart.name}", chart.alt
            for place, event in enumerate(self.events):
                words = face.words.event(scenario, event)
                if words is not None:
                    yield f"line {place} of the record, {type(event).__name__}", words.html


def _texts(at: str, value: Any) -> Iterator[tuple[str, str]]:
    """Every text within a value of a template's context."""
    if isinstance(value, str) or hasattr(value, "_proxy____args"):
        yield at, str(value)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from _texts(f"{at}, {key}", each)
    elif isinstance(value, Sequence):
        for place, each in enumerate(value):
            yield from _texts(f"{at}, {place}", each)


@cache
def generated(setting: str, seed: int, *strengths: str) -> Match:
    """A match of a setting of `tests.every_game`; its bots are drawn from those of these strengths."""
    where, random, made = settings()[setting], Random(seed), []  # noqa: S311
    counts = where.game.rules.seat_counts(where.scenario)
    seats = random.choice(list(counts))
    try:
        start = where.game.rules.setup(where.scenario, where.options, seats, FastDraws(seed))
    except BadOptions:  # these options are for more players
        seats = max(counts)
        start = where.game.rules.setup(where.scenario, where.options, seats, FastDraws(seed))
    bots = [where.game.bot(random.choice(strengths)) for _seat in range(seats)]
    end = playout(where.game.rules, start, bots, FastDraws(seed), bot_draws=FastDraws(seed), on_move=made.append)
    by = [random.choice(("player", "player", "bot", "deadline")) for _move in made]
    records = [
        Record(number, move.seat, move.key, by[number - 1], AT, move.events) for number, move in enumerate(made, 1)
    ]
    opening = Record(0, None, "", "rules", AT, start.events)
    states = (start.state, *(move.state for move in made))
    return Match(setting, where, seed, (opening, *records), states, end.result)


def numbers(text: str) -> list[int | float]:
    """The numbers of a sentence that are written in digits, in their order."""
    plain = THOUSANDS.sub("", QUOTED.sub("", unescape(TAG.sub("", text))))
    found = [each.replace("\u2212", "-").replace(",", ".") for each in NUMBER.findall(_apart(plain))]
    return [float(each) if "." in each else int(each) for each in found]


def _apart(text: str) -> str:
    """The sentence with a space for the dash between two numbers, which is no minus sign."""
    return re.sub(r"(?<=[\w)])-(?=\d)", " ", text)


def spelled(text: str, language: str) -> str:
    """A text with its number words in digits."""
    words = WORDS[language]
    longest = sorted(range(len(words)), key=lambda number: -len(words[number]))
    for number in longest:
        text = re.sub(rf"(?<![\w-]){words[number]}(?:e)?(?![\w-])", str(number), text, flags=re.IGNORECASE)
    return text


ONE: Final = re.compile(r"(?<!\d to )(?<!\d à )(?<![\d.,+\u2212-])\b1[ \u00a0]([^\W\d]\w*)(?:[ \u00a0]([^\W\d]\w*))?")
"""The number 1 with the next words; not the end of a span (0 to 1 pallets)."""
PLURAL: Final = {
    "en": (re.compile(r"\w{2,}(?<![su])s"), re.compile(r"(?!)")),
    "fr": (re.compile(r"\w{2,}[sx]"), re.compile(r"\w+(?:é|ée|u|ue|i|ie)s")),
}
"""Plural endings, of a noun and of the participle after it."""
SINGULAR: Final = {
    "en": frozenset({"is", "was", "has", "this", "its", "as", "plus", "minus", "always", "gives"}),
    "fr": frozenset(
        {
            "dans",
            "sans",
            "pas",
            "plus",
            "moins",
            "sous",
            "dessus",
            "vers",
            "mois",
            "fois",
            "cas",
            "puis",
            "très",
            "vous",
        }
    )
    | {"repas"},
}
"""Words with such an ending that are no plurals."""


NOT_COUNTED: Final = frozenset({"à", "a", "au", "avec", "contre", "de", "des", "du", "en", "est", "et", "sur", "with"})
"""Words after the number of an activity, a hexagon or a wall."""


def plurals_of_one(text: str, language: str) -> list[str]:
    """The places where `1` comes before a plural."""
    noun, participle = PLURAL[language]
    return [
        f"1 {first} {second or ''}".strip()
        for first, second in ONE.findall(TAG.sub("", text))
        if first not in NOT_COUNTED | SINGULAR[language]
        and (noun.fullmatch(first) or (second and participle.fullmatch(second) and second not in SINGULAR[language]))
    ]


def first_most(items: Sequence[Any], size: Callable[[Any], Any]) -> Any:
    """The first of the rows with the largest value."""
    most = max(map(size, items))
    return next(each for each in items if size(each) == most)


Expected = Callable[[Any], Sequence[int | float] | None]
"""The numbers of a sentence in their order, from the record of a match; None where the sentence must not appear. A
cause in the sentence is a condition too: if the cause did not hold, the answer is None.
"""


def missing(collection: Collection, table: Mapping[str, Expected], without: Iterable[str]) -> list[str]:
    """The differences between a collection of patterns and the tables of its numbers, as sentences."""
    known, silent, there = set(table), set(without), set(collection.patterns)
    return [
        *(f"{key}: say in the table how its numbers follow from the record" for key in sorted(there - known - silent)),
        *(f"{key}: there is no such pattern any more" for key in sorted((known | silent) - there)),
        *(f"{key}: it is in the table and in the list of those without numbers" for key in sorted(known & silent)),
    ]


def faults(match: Match, record: Any, table: Mapping[str, Expected], without: Iterable[str] = ()) -> list[str]:
    """Sentences of a match with numbers other than the record's, in either language."""
    told = []
    by_language = {language: match.found(language) for language in LANGUAGES}
    for key, found in by_language["en"].items():
        if key not in table and key not in without:
            continue
        expected = [] if key in without else table[key](record)
        facts = {language: by_language[language][key].hit.fact for language in LANGUAGES}
        english, french = (match.without_names(fact, language) for language, fact in facts.items())
        if expected is None:
            told.append(f"{key}: nothing in the record says so: {english}")
        elif numbers(english) != list(expected):
            told.append(f"{key}: {english} The record has {list(expected)}.")
        elif not _agree(english, french):
            told.append(f"{key}: {french} The record has {list(expected)}.")
        assert all(0 <= place < len(match.trace.events) for place in found.hit.events)
    return told


def unlike(match: Match) -> list[str]:
    """Sentences whose numbers differ between the languages, or that have a plural after 1."""
    english, french = (dict(match.texts(language)) for language in LANGUAGES)
    told = [f"{at}: only in one language" for at in sorted(english.keys() ^ french.keys())]
    for at in english.keys() & french.keys():
        texts = {"en": english[at], "fr": french[at]}
        if at == "headline":
            texts = {language: spelled(text, language) for language, text in texts.items()}
        if not _agree(texts["en"], texts["fr"]):
            told.append(f"{at}: {texts['en']} | {texts['fr']}")
        told += [
            f"{at}: {fault}: {text}" for language, text in texts.items() for fault in plurals_of_one(text, language)
        ]
    return told


def _agree(english: str, french: str) -> bool:
    """Are the numbers the same? A number may be a word in one language and digits in the other."""
    in_digits = {"en": Counter(numbers(english)), "fr": Counter(numbers(french))}
    in_words = {
        language: Counter(numbers(spelled(text, language))) - in_digits[language]
        for language, text in (("en", english), ("fr", french))
    }
    more = in_digits["en"] - in_digits["fr"], in_digits["fr"] - in_digits["en"]
    return more[0] <= in_words["fr"] and more[1] <= in_words["en"]


def some(game: str, seeds: Iterable[int]) -> Iterator[Match]:
    """A match of each seed in each setting of a game, with the game's mixtures of bots in turn."""
    for setting in (name for name in settings() if name.partition("/")[0] == game):
        for seed in seeds:
            yield generated(setting, seed, *MIXES[game][seed % len(MIXES[game])])


def patterns_of(game: str) -> Collection:
    """All patterns of a game."""
    found: Collection = import_module(f"games.catalogue.{game}.debrief.patterns").PATTERNS
    return found


def table_of(game: str) -> Any:
    """The module with a game's numbers: `NUMBERS`, `WITHOUT`, `Sums`, and `NEVER`, the patterns that no match of bots
    has.
    """
    return import_module(f"tests.games.catalogue.{game}.arithmetic")
