"""Files that are sent to the server, and archives that it makes: limits, chunks, jobs, and reading of photos."""
