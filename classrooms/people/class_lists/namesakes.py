"""Words that distinguish people of the same name: team, student number, mail address."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from classrooms.models import Enrolment, Team, User
from games.public.models import PERSON_ID

SHORTEST_PART: Final = 3
"""Signs of a number or an address that are shown at least."""

Facts = Mapping[int, str]
"""Facts about people, by their ids; where nothing is known, it is empty or left out."""


def plain(name: str) -> str:
    """A name for comparison, without capitals, accents and extra spaces."""
    parts = unicodedata.normalize("NFKD", name)
    letters = "".join(sign for sign in parts if not unicodedata.combining(sign))
    return " ".join(letters.casefold().split())


def name_key(name: str) -> tuple[str, ...]:
    """A key that is equal for names with different capitals, accents, spaces, hyphens, commas or order of words."""
    return tuple(sorted(plain(name).replace("-", " ").replace(",", " ").split()))


def tell_apart(course_id: int | None, people: Iterable[Any], *, with_proofs: bool = True) -> None:
    """Set `apart` of people with equal names: the words that `called` puts after the name. Erased people stay alike. No
    query if all names differ, else two.

    Numbers and addresses are shown in part only, since students read these names and prove their identity by them. A
    page that asks for such a proof shows none of them (`with_proofs` False): it uses team or order.
    """
    everybody = [user for user in people if user is not None and user.erased_at is None]
    by_id = {user.pk: user for user in everybody}
    groups: dict[tuple[str, ...], list[int]] = {}
    for pk, user in by_id.items():
        groups.setdefault(name_key(user.get_full_name()), []).append(pk)
    alike = [sorted(group) for group in groups.values() if len(group) > 1]
    if not alike:
        return
    ids = [pk for group in alike for pk in group]
    rows = Enrolment.objects.filter(course=course_id, user__in=ids)
    numbers = dict(rows.values_list("user_id", "student_number")) if with_proofs else {}
    teams = _teams(course_id, ids)
    mails = {pk: by_id[pk].email for pk in ids} if with_proofs else {}
    words = {pk: said for group in alike for pk, said in words_apart(group, teams, numbers, mails).items()}
    for user in everybody:
        user.apart = words.get(user.pk, "")


def names_apart(course_id: int | None, names: Mapping[int, str]) -> dict[int, str]:
    """Distinguishing words for names by people's ids. No query if all names differ, else three."""
    times = Counter(name_key(name) for name in names.values())
    alike = User.objects.filter(pk__in=[pk for pk, name in names.items() if times[name_key(name)] > 1])
    people = list(alike) if max(times.values(), default=0) > 1 else []
    tell_apart(course_id, people)
    return {**names, **{user.pk: user.called for user in people}}


def _teams(course_id: int | None, ids: Sequence[int]) -> dict[int, str]:
    members = Team.members.through.objects.filter(team__course=course_id, **{f"{PERSON_ID}__in": ids})
    return dict(members.order_by("-team__name", "-team_id").values_list(PERSON_ID, "team__name"))


def words_apart(group: Sequence[int], teams: Facts, numbers: Facts, mails: Facts) -> dict[int, str]:
    """Words that distinguish each of these people from the others, in the current language. If nothing differs, they
    are numbered in the order of their ids.
    """
    said: dict[int, list[str]] = {pk: [] for pk in group}
    same = [list(group)]
    for facts, write in ((teams, _team_words), (_parts(group, numbers, ends=True), _number_words)):
        same = _split(same, facts, write, said)
    same = _split(same, _parts(group, mails, ends=False), _mail_words, said)
    for left in same:
        for place, pk in enumerate(left, start=1):
            said[pk].append(str(place))
    return {pk: ", ".join(words) for pk, words in said.items()}


def _split(same: Sequence[list[int]], facts: Facts, write: Any, said: dict[int, list[str]]) -> list[list[int]]:
    """Add a fact for people among whom it differs; the result is the groups that are still alike."""
    rest = []
    for group in same:
        values: dict[str, list[int]] = {}
        for pk in group:
            values.setdefault(facts.get(pk, ""), []).append(pk)
        if len(values) > 1:
            for value, people in values.items():
                for pk in people:
                    said[pk].append(write(value))
        rest += [people for people in values.values() if len(people) > 1]
    return rest


def _parts(group: Sequence[int], whole: Facts, *, ends: bool) -> dict[int, str]:
    """The shortest beginnings or ends that differ as the whole texts do; nothing where these would show more than half
    of a text.
    """
    texts = {pk: plain(whole.get(pk, "")) for pk in group}
    different = len(set(texts.values()))
    for length in range(SHORTEST_PART, max(map(len, texts.values()), default=0) + 1):
        cut = {pk: text[-length:] if ends else text[:length] for pk, text in texts.items()}
        if len(set(cut.values())) == different:
            return cut if all(2 * length <= len(text) for text in texts.values() if text) else {}
    return {}


def _team_words(team: str) -> str:
    return team or _("no team")


def _number_words(end: str) -> str:
    return _("number ends in %(end)s") % {"end": end} if end else _("no number")


def _mail_words(start: str) -> str:
    return _("address begins with %(start)s") % {"start": start} if start else _("no address")
