"""The scenario studio: scenarios of one's own, their versions, sharing, files and trials."""
