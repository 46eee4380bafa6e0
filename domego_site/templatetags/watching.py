"""Alerts at the top of the admin site's first page."""

from typing import Any

from django import template

from domego_site.watching.alerts import open_alerts

register = template.Library()


@register.inclusion_tag("site/alerts.html")
def alerts() -> dict[str, Any]:
    """Current alerts that were not dismissed."""
    return {"alerts": open_alerts().filter(set_aside_at__isnull=True)[:20]}
