"""SQLite with connections that stay open."""
