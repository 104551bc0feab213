"""Looking after books: copies of one, checks that score everything again, and the many books of a host."""
