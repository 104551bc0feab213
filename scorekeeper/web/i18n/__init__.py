"""The language and the time zone of the phone that asks, and words, numbers and times written in it."""
