"""Teaching the reader, on rendered scenes alone. Not needed to read photos; needs PyTorch (see README.md here)."""
