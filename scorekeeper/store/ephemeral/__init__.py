"""Ephemeral data that all processes of a server share: queues, results, rate limits, leases, solitaires, cameras.

It is in a small file in the folder of the book or the books, or in unlogged tables of a cluster. Nothing in it has to
last: a file that is missing, damaged or of another version is replaced by an empty one.
"""
