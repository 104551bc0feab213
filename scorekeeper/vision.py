"""The photo reader, under the name that it has in the wheel.

In the repository the package `vision` lies next to this one. The wheel installs it as `scorekeeper.vision`, in place of
this module, so that no distribution takes a top-level name as general as `vision`. Everything in this package imports
`scorekeeper.vision`, and only the names that the reader exports.
"""

from typing import TYPE_CHECKING, Any

import vision

if TYPE_CHECKING:
    from vision import *  # noqa: F403 - the same names as those of the package that takes this module's place


def __getattr__(name: str) -> Any:
    """Return a name of the package; some are imported only when they are used."""
    return getattr(vision, name)
