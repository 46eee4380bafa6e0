"""Everything that writes. One verb, one service; the services alone change matches."""
