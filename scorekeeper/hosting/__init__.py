"""A server of many books (a host): everything that a server of one book does not have.

`app` makes the Flask app. `books` holds the open books, `book_folders` manages the folder of each, and `pages` are the
pages that only a host has. `schedule` runs `maintenance` each night.
"""
