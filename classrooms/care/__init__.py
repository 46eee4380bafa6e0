"""Privacy, retention and erasure of personal data."""
