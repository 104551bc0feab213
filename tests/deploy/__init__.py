"""The files of `deploy/`, tested with the programs that read them; a test without its program is skipped."""
