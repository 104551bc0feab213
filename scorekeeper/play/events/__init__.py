"""A club's event: many tables over several rounds of a draw, from the entrants to the standings.

`event` has the settings made before the first round, `rounds` the facts written down afterwards. `draw`, `lines` and
`standings` compute from these values; `writing` and `record` write and read events in the store. A round of an event is
one match at each table. The rules of events are in `docs/events.md`.
"""
