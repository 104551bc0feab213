"""The pages that only a host has: its first page, the owner's page of a book, and that of a book that was put away."""
