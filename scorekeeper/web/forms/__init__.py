"""The forms of the pad, each an immutable value that one tap changes. A module that offers one calls it `FORM`."""

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module

from scorekeeper.web.forms.form import Form

__all__ = ["Form", "find_forms"]


@cache
def find_forms() -> Mapping[str, type[Form]]:
    """The form of every module here that offers one, by the form's name."""
    modules = [import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)]
    offered: list[type[Form]] = [module.FORM for module in modules if hasattr(module, "FORM")]
    return {form.name: form for form in offered}
