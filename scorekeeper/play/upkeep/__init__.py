"""Maintenance of books: opening, copies, restoration, checks, sizes, and the shared resources of a host."""
