"""The rules of Dominato, without side effects."""
