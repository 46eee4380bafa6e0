"""A match that was stopped before its end: the activities played, and its counters compared with the plan so far."""

from django.utils.translation import gettext as _

from games.catalogue.domego.debrief.story import Story
from games.ui.debriefs import Numbers


def headline(story: Story) -> str:
    """A headline such as `Stopped after activity 5 of 12`."""
    done, count = len(story.facts.activities), len(story.scenario.activities)
    if not done:
        return _("Stopped in activity 1 of %(of)d") % {"of": count}
    return _("Stopped after activity %(n)d of %(of)d") % {"n": done, "of": count}


def so_far(story: Story) -> Numbers | None:
    """Each counter with the sum of base days, required cubes and slots so far; None before the first activity ended."""
    if not story.facts.activities:
        return None
    reached, plan = story.reached[-1], story.plan[-1]
    names = (
        ("delay", _("Duration, in days")),
        ("cost", _("Cost, in cubes and k")),
        ("failures", _("Failures, in risk cards")),
    )
    rows = tuple(
        (label, getattr(reached, name), getattr(plan, name), story.targets[name].target) for name, label in names
    )
    return Numbers((_("Counter"), _("Reached"), _("Plan so far"), _("Target at the end")), rows)
