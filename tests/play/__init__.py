"""What people do with the score pad, on a real file of matches."""
