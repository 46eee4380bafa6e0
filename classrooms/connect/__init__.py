"""Connections with other systems: learning platforms, records, webhooks and the API."""
