"""A PostgreSQL cluster as `deploy/cluster` sets it up, whose machines are lost while entries are written."""
