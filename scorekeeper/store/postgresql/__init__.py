"""Books in a PostgreSQL cluster: all in the same tables, each of which has the book as the first column of its key.

Row-level security in the database keeps books apart: a connection that is set to a book neither sees nor writes rows of
another one. So the statements are those of SQLite. This package has the differences: the schema, the translation of a
few forms of statements, and transactions.
"""
