"""Tests of the pages through Flask's test client: what a form sends is what the sheet then has."""
