"""Watching the site: figures of its work, alerts for its operator, metrics for a program that collects them."""
