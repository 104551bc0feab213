"""The pages, one module a subject: views only."""
