"""The common parts of all requests and responses: the book and the match, fragments for htmx, headers, settings."""
