"""Own scenarios: list, copy, read, replace, and try by games of bots."""

from typing import Annotated, Any

import msgspec
from django.http import Http404
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from classrooms.connect.api.bodies import Shown
from classrooms.models import OwnScenario, ScenarioVersion
from classrooms.play.scenarios.access import may_use_studio, readable
from classrooms.play.scenarios.services.drafts import LARGEST, faults_of, scenario_change, scenario_copy, whole
from classrooms.play.scenarios.services.posted import data_of
from classrooms.play.scenarios.services.trials import GAMES, is_whole, job_of, trial_in, trial_request, tried_version
from games.engine import registry
from games.engine.codec import to_json
from games.engine.trial import findings
from games.public.base import BadRequest, NotAllowed
from games.public.pages import BodyParser, Name, View, answers, described, read_body, takes
from games.ui import faces
from games.ui.trial_words import finding_words


class NewScenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario of the caller's: `data` is its JSON; null makes a copy of the game's `scenario`."""

    title: Shown
    game: Name
    scenario: Name = ""
    data: dict[Annotated[str, Meta(max_length=60)], Any] | None = None


class ScenarioData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON of a scenario. It may have faults."""

    data: dict[Annotated[str, Meta(max_length=60)], Any]


class FaultAnswer(msgspec.Struct, frozen=True):
    """A fault of a scenario: its place in the data, and the reason in English."""

    path: str
    reason: str


class ScenarioLine(msgspec.Struct, frozen=True):
    """A scenario that the caller may read. `version` is the last one that was used."""

    id: int
    title: str
    game: str
    own: bool
    revision: int
    version: int


class OwnScenarioAnswer(msgspec.Struct, frozen=True):
    """A scenario with its data and faults. One without faults can be played and tried."""

    id: int
    title: str
    game: str
    own: bool
    revision: int
    version: int
    data: dict[str, Any]
    faults: tuple[FaultAnswer, ...]


class ScenarioList(msgspec.Struct, frozen=True):
    """The scenarios that the caller may read, the last changed first."""

    scenarios: tuple[ScenarioLine, ...]


class RemarkAnswer(msgspec.Struct, frozen=True):
    """A remark of a trial: a stable key, its weight from 0 to 100, the place in the data, and the words."""

    key: str
    weight: int
    place: str
    words: str


class TrialAnswer(msgspec.Struct, frozen=True):
    """The newest trial of a scenario. `games` of each strength are played so far, of `most`; `trial` is null before
    the first ones, else as `manage.py try_scenario --json` prints it.
    """

    version: int
    games: int
    most: int
    done: bool
    trial: dict[str, Any] | None
    remarks: tuple[RemarkAnswer, ...]


class ScenarioParser(BodyParser):
    """Bodies with a whole scenario."""

    limit = LARGEST


class ScenarioView(View):
    """Own scenarios. Callers who may not make scenarios get 403."""

    scopes = {"GET": "scenarios:read", "POST": "scenarios:write", "PUT": "scenarios:write"}
    parser_classes = (ScenarioParser,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check that the caller may make scenarios, after all other checks."""
        super().initial(request, *args, **kwargs)
        if not may_use_studio(request.user):
            raise NotAllowed

    def scenario(self, *, edit: bool = False) -> OwnScenario:
        """The scenario of the address. Raises Http404 for one that the caller may not read, NotAllowed for changes of
        another person's.
        """
        found = readable(self.request.user).filter(pk=self.kwargs["scenario_id"], removed_at=None).first()
        if found is None:
            raise Http404
        if edit and found.owner_id != self.request.user.pk:
            raise NotAllowed
        return found

    def answer(self, scenario: OwnScenario, status: int = 200) -> Response:
        """The scenario with its data."""
        faults = tuple(FaultAnswer(each.path, each.reason) for each in faults_of(scenario.game, scenario.text))
        line = self.line(scenario)
        return Response(
            OwnScenarioAnswer(**msgspec.structs.asdict(line), data=data_of(scenario.text), faults=faults), status=status
        )

    def line(self, scenario: OwnScenario) -> ScenarioLine:
        """The scenario without its data."""
        return ScenarioLine(
            id=scenario.pk,
            title=scenario.title,
            game=scenario.game,
            own=scenario.owner_id == self.request.user.pk,
            revision=scenario.revision,
            version=scenario.versions.order_by("-number").values_list("number", flat=True)[0],
        )


class Scenarios(ScenarioView):
    """Scenarios that I may read."""

    @described(operation_id="scenarios_list", responses=answers({200: ScenarioList}, 403))
    def get(self, request: Request) -> Response:
        """My scenarios and those shared with my courses."""
        rows = readable(request.user).filter(removed_at=None).defer("text", "done", "undone").order_by("-changed_at")
        return Response(ScenarioList(tuple(map(self.line, rows[:500]))))

    @described(
        operation_id="scenario_create",
        request=takes(NewScenario),
        responses=answers({201: OwnScenarioAnswer}, 400, 403),
    )
    def post(self, request: Request) -> Response:
        """Create a scenario of mine, from data or as a copy of one that came with a game."""
        body = read_body(request, NewScenario)
        try:
            shipped = registry.get(body.game).scenarios
            name = faces.get(body.game).scenario_names().get(body.scenario, "")
        except LookupError:
            raise BadRequest(field="game", reason=body.game) from None
        if body.data is None and body.scenario not in shipped:
            raise BadRequest(field="scenario", reason=body.scenario)
        text = shipped[body.scenario] if body.data is None else to_json(body.data).decode()
        made = scenario_copy(
            by=request.user, game=body.game, text=text, title=body.title, parent_name=str(name) or body.title
        )
        return self.answer(made, 201)


class OneScenario(ScenarioView):
    """One scenario."""

    @described(operation_id="scenario", responses=answers({200: OwnScenarioAnswer}, 403, 404))
    def get(self, request: Request, scenario_id: int) -> Response:
        """A scenario that I may read, as its draft is now."""
        return self.answer(self.scenario())

    @described(
        operation_id="scenario_replace",
        request=takes(ScenarioData),
        responses=answers({200: OwnScenarioAnswer}, 400, 403, 404, 413, 415),
    )
    def put(self, request: Request, scenario_id: int) -> Response:
        """Replace the draft of my scenario. Its pages can undo this."""
        scenario = self.scenario(edit=True)
        data = read_body(request, ScenarioData).data
        return self.answer(scenario_change(scenario_id=scenario.pk, make=whole(data)))


class ScenarioTrial(ScenarioView):
    """The trial of a scenario."""

    @described(operation_id="scenario_trial", responses=answers({200: TrialAnswer}, 403, 404))
    def get(self, request: Request, scenario_id: int) -> Response:
        """The newest trial of a scenario that I may read; 404 if it was never tried."""
        scenario = self.scenario()
        version = tried_version(scenario)
        if version is None:
            version = scenario.versions.order_by("-number")[0]
            if job_of(version) is None:
                raise Http404
        return Response(trial_answer(version))

    @described(operation_id="scenario_try", request=None, responses=answers({200: TrialAnswer}, 400, 403, 404))
    def post(self, request: Request, scenario_id: int) -> Response:
        """Have my scenario tried as it is now. 400 for one with faults."""
        version = trial_request(scenario_id=self.scenario(edit=True).pk, by=request.user)
        version.refresh_from_db()
        return Response(trial_answer(version))


def trial_answer(version: ScenarioVersion) -> TrialAnswer:
    """A version's trial so far."""
    trial = trial_in(version)
    game = registry.get(version.scenario.game)
    remarks: tuple[RemarkAnswer, ...] = ()
    if trial is not None:
        scenario = game.rules.load_scenario(version.text)
        remarks = tuple(
            RemarkAnswer(each.key, each.weight, each.place, finding_words(game, scenario, trial, each))
            for each in findings(game, scenario, trial)
        )
    return TrialAnswer(
        version=version.number,
        games=trial.experts.games if trial is not None else 0,
        most=GAMES,
        done=is_whole(version),
        trial=None if trial is None else msgspec.to_builtins(trial, str_keys=True),
        remarks=remarks,
    )
