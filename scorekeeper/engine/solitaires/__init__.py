"""The adviser of the solitaires: what may leave a line, a row or columns, and what can still be won."""
