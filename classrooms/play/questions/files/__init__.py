"""Questions as files that learning platforms read and write: GIFT and Moodle XML. Nothing here knows the database."""
