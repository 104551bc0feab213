"""`python -m scorekeeper` is the command `scorekeeper`."""

import sys

from scorekeeper.cli import main

sys.exit(main())
