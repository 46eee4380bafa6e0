"""The regions of a table's page, one module each: the data of its template, made from a `TableRead` alone."""
