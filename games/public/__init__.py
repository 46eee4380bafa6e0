"""The published surface of the games, for `classrooms`, host sites and packages of others. Of the rest of `games` they
may import the engine and `games.ui`, of which games are made, and `games.embedding`.

A name stays until the next major version, and warns for a minor version before it goes. Lists with types and meaning:
docs/develop/public.md.
"""
