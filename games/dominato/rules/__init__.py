"""The rules of Dominato. Pure."""
