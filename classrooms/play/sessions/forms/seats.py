"""Tables and seats: the tables of a session, and the plan of seats at one of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from classrooms.models import Deal, Team
from classrooms.people.class_lists.services.teams_lot import SEED_LENGTH
from classrooms.play.sessions.services.tables import MOST_TABLES
from games.ui.faces import RoleName

PLAN, THEMSELVES = "plan", "themselves"
SHARE, BOTS = "share", "bots"


class TablesStep(forms.Form):
    """The teams that play, the choice to plan seats, and the assignment of roles. With `propose`, plans are made
    again.
    """

    teams = forms.ModelMultipleChoiceField(
        label=_("Teams that play"),
        queryset=Team.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    others = forms.IntegerField(
        label=_("More tables, for people who come with the code"), min_value=0, max_value=MOST_TABLES, required=False
    )
    seating = forms.ChoiceField(
        label=_("Seats"),
        widget=forms.RadioSelect,
        choices=[
            (PLAN, _("Planned: each member of a team finds their seat ready")),
            (THEMSELVES, _("Free: people choose their seats in the lobby")),
        ],
    )
    spare = forms.ChoiceField(
        label=_("Where a team has fewer people than seats"),
        widget=forms.RadioSelect,
        choices=[(SHARE, _("one person plays several roles")), (BOTS, _("bots play the other roles"))],
    )
    deal = forms.ChoiceField(label=_("Roles of each team"), widget=forms.RadioSelect, choices=Deal, required=False)
    seed = forms.CharField(
        label=_("Seed of the roles"),
        required=False,
        max_length=SEED_LENGTH,
        help_text=_("The same seed gives the same roles to the same teams."),
    )

    def __init__(self, data: Any, *, teams: Any, initial: Mapping[str, Any]) -> None:
        super().__init__(data, initial=dict(initial))
        self.fields["teams"].queryset = teams  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """At least one table is needed."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        given["others"] = given.get("others") or 0
        if "teams" in given and not given["teams"] and not given["others"] and "others" not in self.errors:
            self.add_error("teams", _("Choose at least one team, or tables for people who come with the code."))
        return given


@dataclass(frozen=True)
class Group:
    """People under a heading, as (id, name)."""

    heading: Any
    people: Sequence[tuple[int, str]]


class SeatsForm(forms.Form):
    """The plan of seats at one table: for each seat a person, a second one, and one more than it has already."""

    def __init__(
        self,
        data: Any,
        *,
        roles: Sequence[RoleName],
        groups: Sequence[Group],
        plan: Mapping[int, Sequence[int]],
    ) -> None:
        super().__init__(data)
        self.roles = roles
        choices: list[Any] = [("", _("a bot"))]
        choices += [(group.heading, [(str(pk), name) for pk, name in group.people]) for group in groups if group.people]
        also: list[Any] = [("", _("nobody else")), *choices[1:]]
        for seat, role in enumerate(roles):
            held = list(plan.get(seat, ()))
            for place in range(max(2, len(held) + 1)):
                label = role.name if place == 0 else _("%(role)s, together with") % {"role": role.name}
                self.fields[f"seat-{seat}-{place}"] = forms.ChoiceField(
                    label=label,
                    choices=also if place else choices,
                    required=False,
                    initial=str(held[place]) if place < len(held) else "",
                )

    def seats(self) -> list[tuple[RoleName, list[Any]]]:
        """The fields of each role."""
        return [
            (role, [self[name] for name in self.fields if name.startswith(f"seat-{seat}-")])
            for seat, role in enumerate(self.roles)
        ]

    def plan(self) -> dict[int, list[int]]:
        """People by seat, each once."""
        found: dict[int, list[int]] = {}
        for name, value in self.cleaned_data.items():
            seat = int(name.split("-")[1])
            if value and int(value) not in found.setdefault(seat, []):
                found[seat].append(int(value))
        return found
