"""Looking after a book: copies of it, and checks that score everything again."""
