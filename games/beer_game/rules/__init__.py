"""The rules of the beer game. Pure."""
