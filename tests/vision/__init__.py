"""Tests of the photo reader: opening photos, reading them, and how tiles touch."""
