"""Tables of harder photos: labelled photos with faults (`corrupt`), rendered scenes, and tables without tiles."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from vision import PhotoError, TileFinder, read

from .clutter import ClutterFigures, sum_figures
from .corrupt import WAYS, corrupt_photo
from .figures import Figures, count, measure_mean_f1
from .judge import PhotoVerdict, judge
from .labels import Label


def read_corrupted(labels: Sequence[Label], folder: Path, find_tiles: TileFinder | None) -> dict[str, Figures]:
    """Return the figures over the labelled photos in `folder` for every fault, without those that cannot be opened."""
    verdicts: dict[str, list[PhotoVerdict]] = {way: [] for way in WAYS}
    for label in labels:
        try:
            photo = label.open((folder / label.photo).read_bytes())
        except (OSError, PhotoError):
            continue
        for way, found in verdicts.items():
            found.append(judge(label, read(corrupt_photo(photo, way), find_tiles=find_tiles)))
    return {way: count(found) for way, found in verdicts.items()}


def write_figures_table(what: str, figures: Mapping[str, Figures]) -> str:
    """Return a row for each of `figures`, and the mean of F1 over them; `what` is the heading of the first column."""
    lines = [f"{what:16}photos  right  tiles   read  right   F1     sure   wrong and sure"]
    for way, each in figures.items():
        counts = (each.photos, each.photos_right, each.tiles, each.read, each.right)
        row = " ".join(f"{number:6}" for number in counts)
        lines.append(f"{way:15}{row}   {each.f1:.3f}  {each.sure_share:.3f}  {each.sure_wrong}")
    return "\n".join([*lines, f"mean of F1      {measure_mean_f1(figures.values()):.4f}"])


def write_clutter_table(invented: Mapping[str, ClutterFigures]) -> str:
    """Return a row for every kind of object, and their sum; the last column has the time of nine of ten scenes."""
    lines = [f"{'no tile, but':16}scenes  yield one  tiles  sure  ms (p90)"]
    for kind, each in {**invented, "all": sum_figures(invented.values())}.items():
        lines.append(f"{kind:16}{each.scenes:6}  {each.yielding:9}  {each.tiles:5}  {each.sure:4}  {each.slow_ms:8.0f}")
    return "\n".join(lines)
