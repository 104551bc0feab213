"""The pages that only a host has: its first page, the owner's page of a book, and the page of an inactive book."""
