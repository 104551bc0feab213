"""What every request and response has: the book and the match it is about, fragments for htmx, headers, settings."""
