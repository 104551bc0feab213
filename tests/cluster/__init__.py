"""A PostgreSQL cluster as `deploy/cluster` sets it up, with machines that are lost while entries are written."""
