"""Files that are kept, and tables that are handed out."""
