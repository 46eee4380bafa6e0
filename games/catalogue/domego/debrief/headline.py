"""The result in words and gauges."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.domego.debrief.story import Story, spelled
from games.engine.types import Target
from games.ui.sentences import listed_with_and


def headline(story: Story) -> str:
    """A headline such as `Sixteen days early, seventeen over cost`."""
    parts = [_delay(story.spare("delay")), _cost(story.spare("cost"))]
    failures = story.spare("failures")
    if failures < 0:
        few = ngettext("one failure too many", "%(n)s failures too many", -failures)
        parts.append(few % {"n": spelled(-failures)})
    words = ", ".join(parts)
    return words[:1].upper() + words[1:]


def _delay(spare: int) -> str:
    if spare == 0:
        return _("on time to the day")
    words = ngettext("one day early", "%(n)s days early", spare) if spare > 0 else ""
    words = words or ngettext("one day late", "%(n)s days late", -spare)
    return words % {"n": spelled(abs(spare))}


def _cost(spare: int) -> str:
    if spare == 0:
        return _("cost exactly on target")
    words = _("%(n)s under cost") if spare > 0 else _("%(n)s over cost")
    return words % {"n": spelled(abs(spare))}


def lead(story: Story) -> str:
    """The number of targets met, and facts that the gauges do not show."""
    met, count = sum(target.met for target in story.facts.targets), len(story.facts.targets)
    said = [_share(met, count)]
    exact = [_name(target.name) for target in story.facts.targets if target.value == target.target]
    if exact:
        words = _("Exactly on target: %(what)s. That meets it, and earns nothing for each unit under it.")
        said.append(words % {"what": listed_with_and(exact)})
    firms = sum(role.bankruptcies for role in story.facts.roles)
    if firms:
        said.append(ngettext("One bankruptcy.", "%(n)s bankruptcies.", firms) % {"n": firms})
    failed = sum(contract.how == "drawn" for contract in story.facts.contracts)
    if failed:
        words = ngettext("One negotiation failed.", "%(n)s negotiations failed.", failed)
        said.append(words % {"n": failed})
    return " ".join(said)


def _share(met: int, count: int) -> str:
    if met == count:
        return _("All targets met.")
    if met == 0:
        return _("None of the targets was met.")
    words = ngettext("One of %(count)s targets met.", "%(met)s of %(count)s targets met.", met)
    said = words % {"met": spelled(met), "count": spelled(count)}
    return said[:1].upper() + said[1:]


def _name(target: str) -> str:
    return {"delay": _("duration"), "cost": _("cost"), "failures": _("failures")}[target]


def gauges(story: Story) -> list[dict[str, object]]:
    """The three gauges; positions are shares of their width, ready for SVG."""
    titles = {
        "delay": (_("Duration"), ngettext("day", "days", story.targets["delay"].value)),
        "cost": (_("Cost"), _("cubes and k")),
        "failures": (_("Failures"), ngettext("card", "cards", story.targets["failures"].value)),
    }
    return [_gauge(target, *titles[target.name]) for target in story.facts.targets]


def _gauge(target: Target, title: str, unit: str) -> dict[str, object]:
    top = max(target.value * 1.02, target.target * 1.1, 1)

    def share(value: float) -> str:
        return f"{100 * value / top:.2f}%"

    return {
        "name": target.name,
        "title": title,
        "unit": unit,
        "value": target.value,
        "target": target.target,
        "met": target.met,
        "filled": share(min(target.value, target.target)),
        "mark": share(target.target),
        "over": share(max(0, target.value - target.target)),
        "words": _verdict(target),
    }


def _verdict(target: Target) -> str:
    spare = target.target - target.value
    if spare < 0:
        return _("Missed by %(n)s.") % {"n": -spare}
    if spare == 0:
        return _("Met, none to spare.")
    if target.name == "delay":
        return ngettext("Met, one day to spare.", "Met, %(n)s days to spare.", spare) % {"n": spare}
    return _("Met, %(n)s to spare.") % {"n": spare}
