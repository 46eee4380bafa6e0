"""The first page: for strangers, and for people who run sessions."""
