"""The rules of the beer game, without side effects."""
