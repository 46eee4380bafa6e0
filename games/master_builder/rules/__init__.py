"""The rules of Master Builder. Pure."""
