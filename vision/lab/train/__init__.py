"""Training of the reader on rendered scenes. It is not needed to read photos, and it needs PyTorch (see README.md)."""
