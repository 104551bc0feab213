"""The forms of the pad, each an immutable value that one tap changes. A module that offers one calls it `FORM`."""

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.web.forms.form import Form
from scorekeeper.web.forms.tricks import TricksForm

__all__ = ["Form", "find_form", "find_forms"]


@cache
def find_forms() -> Mapping[str, type[Form]]:
    """Return the form class of every module of this package that has one, by the form's name."""
    modules = [import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)]
    offered: list[type[Form]] = [module.FORM for module in modules if hasattr(module, "FORM")]
    return {form.name: form for form in offered}


def find_form(name: str, sheet: Sheet) -> type[Form]:
    """Return the form class called `name` for the game of `sheet`.

    In a game with bidding, a round ends with a form of its own, `TricksForm`.
    """
    bids = "bid" in sheet.variant.takes
    return TricksForm if bids and name == TricksForm.name else find_forms()[name]
