"""What is done with the reading of a photo before it is used. Nothing here knows Flask."""
