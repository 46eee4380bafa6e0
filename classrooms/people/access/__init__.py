"""Permissions in courses and sessions, and rate limits."""
