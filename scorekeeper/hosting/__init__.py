"""A server of many books: everything that a house with its one book does not have.

`app` makes the app of a host. `books` keeps open books, `book_folders` the folder of each, `pages` what only a host
shows. `maintenance` is done each night, when `schedule` says so.
"""
