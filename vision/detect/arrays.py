"""The type of NumPy arrays; docstrings give their shape, and their dtype where it is not float64."""

from typing import Any

from numpy.typing import NDArray

Array = NDArray[Any]
