"""`python -m vision.evaluate`: a short name for `vision.lab.evaluate`."""

import sys

from .lab.evaluate.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
