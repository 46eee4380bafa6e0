"""The first page: for strangers, and for those who run sessions."""
