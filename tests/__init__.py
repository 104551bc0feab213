"""The tests; they mirror the packages they test."""
