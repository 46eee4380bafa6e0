"""The names of items in a draft of a scenario, whose JSON data may have faults."""

from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.catalogue.utboheme import names
from games.catalogue.utboheme.rules.scenario import HarbourKind, Terrain
from games.engine.codec import convert


def item_name(data: Any, name: str, item: Any) -> str:
    """The name of a kind of hexagon or of a trade zone; empty for one that cannot be read."""
    try:
        match name:
            case "terrain":
                resource = convert(item, Terrain).resource
                return _("Desert") if resource is None else names.short_resource(resource)
            case "harbour_kinds":
                zone = convert(item, HarbourKind)
                return names.harbour(zone.rate, zone.resource)
            case _:
                return ""
    except msgspec.ValidationError:
        return ""
