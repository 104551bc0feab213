"""All games that can be scored, found in the files of this folder. The key of a game is the name of its file."""

from importlib import import_module
from pkgutil import iter_modules

from scorekeeper.engine.problems import refuse, write_input
from scorekeeper.engine.rules.game import Variant


def find_variants() -> dict[str, Variant]:
    """Import all files of this folder and return the `VARIANT` of each by its key, in the order of the menu."""
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
    variants: list[Variant] = [module.VARIANT for module in modules]
    return {variant.key: variant for variant in sorted(variants, key=lambda variant: (variant.menu_place, variant.key))}


VARIANTS = find_variants()


def find_variant(key: object) -> Variant:
    """Return the game with this key; raise RuleError `unknown_variant` if there is none."""
    if not isinstance(key, str) or key not in VARIANTS:
        raise refuse("unknown_variant", "variant", given=write_input(key))
    return VARIANTS[key]
