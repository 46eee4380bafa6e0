"""Forms of the session pages."""
