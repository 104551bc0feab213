"""Judging the reader by photos of which it is known what lies on them.

labels -> what is known of each photo; judge -> one reading against it; line -> the open ends of a played line;
figures -> all photos together; report -> the figures as a table. `python -m vision.evaluate` puts them together.
"""
