"""Files of a replication package: the analysis as programs, the tables, the codebook."""
