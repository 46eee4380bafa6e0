"""Debriefs and reports of finished matches and sessions."""
