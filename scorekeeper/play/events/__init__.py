"""A club's event: many tables over several rounds of a draw, from the entrants to the standings.

These modules calculate: values in, values out. `event` has what is settled before the first round, `rounds` what is
written down afterwards. A round of an event is one match at each table; the docs of the event are in `docs/events.md`.
"""
