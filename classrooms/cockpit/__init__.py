"""Running sessions as those see them who run them."""
