"""The figures as a table for people, and as one JSON object for programs."""

from collections.abc import Sequence
from typing import Any

from .figures import (
    Figures,
    count,
    find_worst,
    group_by_kind,
    list_without_tiles,
    measure_mean_f1,
    measure_reliability,
    measure_time_ratio,
)
from .judge import PhotoVerdict
from .labels import KINDS, Name

HEAD = "photos  right  tiles   read  right   P      R      F1     sure   ends"


def write_report(verdicts: Sequence[PhotoVerdict], most: int) -> str:
    """Return the table over `verdicts`, with the `most` worst photos at its end."""
    whole, faultless = count(verdicts), count(v for v in verdicts if v.entirely_right)
    origins = group_by_kind(verdicts, "origin")
    lines = [
        _line(
            "tiles exactly right, F1", f"{whole.f1:.4f}", f"precision {whole.precision:.4f}  recall {whole.recall:.4f}"
        ),
        _line("plain mean of F1 over origins", f"{measure_mean_f1(origins.values()):.4f}", f"{len(origins)} origins"),
        _line("photos entirely right", _share(whole.photos_right, whole.photos)),
        _line("wrong among sure", _share(whole.sure_wrong, whole.sure)),
        _line("sure among right", _share(whole.sure - whole.sure_wrong, whole.right)),
        _line("photos without a tile", *_on_nothing(list_without_tiles(verdicts))),
        _line("open ends right", _share(whole.ends_right, whole.ends)),
        _line("  where every tile was", _share(faultless.ends_right, faultless.ends)),
        _line("readings forgiven", *_write_forgiven(verdicts)),
    ]
    ratio = measure_time_ratio(verdicts)
    if ratio is not None:
        mean_ms = sum(verdict.ms for verdict in verdicts) / len(verdicts)
        lines.append(_line("time to read ÷ bare decoding", f"{ratio:.1f}", f"median; {mean_ms:.0f} ms a photo"))
    lines += ["", "confidence      tiles   right    said     was"]
    for row in measure_reliability(verdicts):
        was = row.right / row.count
        lines.append(f"{row.low:.3f}…{row.high:.3f} {row.count:8} {row.right:7}   {row.confidence:.3f}   {was:.3f}")
    for kind in KINDS:
        lines += ["", f"{kind.replace('_', ' '):45}{HEAD}"]
        lines += [_row(value, figures) for value, figures in group_by_kind(verdicts, kind).items()]
    lines += ["", "worst photos"]
    lines += [f"  {verdict.label.photo}\n      {describe_fault(verdict)}" for verdict in find_worst(verdicts, most)]
    lines += ["", "sure, and not labelled"]
    for verdict in verdicts:
        if sure := " ".join(write_tile_name(guess.name) for guess in verdict.forgiven if guess.sure):
            lines.append(f"  {verdict.label.photo}: {sure}")
    return "\n".join(lines)


def _on_nothing(verdicts: Sequence[PhotoVerdict]) -> tuple[str, str]:
    """Return how many of these photos without a tile yield one, which tiles, and the time that 90 % need at most."""
    figures = count(verdicts)
    yielding = figures.photos - figures.photos_right
    invented = f"{figures.read} invented, {figures.sure} of them sure"
    times = sorted(verdict.ms for verdict in verdicts if verdict.ms)
    if times:
        invented += f"; {times[(len(times) - 1) * 9 // 10]:.0f} ms (p90)"
    return f"{yielding}/{figures.photos} yield one", invented


def _write_forgiven(verdicts: Sequence[PhotoVerdict]) -> tuple[str, str]:
    """Return how many readings were forgiven, and how many of them are sure: a person should check those."""
    forgiven = [guess for verdict in verdicts for guess in verdict.forgiven]
    return str(len(forgiven)), f"{sum(guess.sure for guess in forgiven)} of them sure"


def write_figures(verdicts: Sequence[PhotoVerdict]) -> dict[str, Any]:
    """Return the same figures, and the faults of each photo, as plain values."""
    return {
        "all": _plain(count(verdicts)),
        "without_tiles": _plain(count(list_without_tiles(verdicts))),
        "mean_f1": round(measure_mean_f1(group_by_kind(verdicts, "origin").values()), 4),
        "time_ratio": measure_time_ratio(verdicts),
        "reliability": [
            {"from": row.low, "to": row.high, "tiles": row.count, "right": row.right, "confidence": row.confidence}
            for row in measure_reliability(verdicts)
        ],
        **{kind: {value: _plain(f) for value, f in group_by_kind(verdicts, kind).items()} for kind in KINDS},
        "photos": {
            verdict.label.photo: {
                "right": verdict.right,
                "asked": verdict.asked,
                "missed": [write_tile_name(tile) for tile in verdict.missed],
                "invented": [write_tile_name(tile) for tile in verdict.invented],
                "sure_wrong": [write_tile_name(g.name) for g in verdict.guesses if g.sure and not g.right],
                "sure_forgiven": [write_tile_name(g.name) for g in verdict.forgiven if g.sure],
                "ends": list(verdict.ends),
                "ends_right": verdict.ends_right,
                "ms": round(verdict.ms, 1),
                "decode_ms": round(verdict.decode_ms, 1),
            }
            for verdict in verdicts
        },
    }


def describe_fault(verdict: PhotoVerdict) -> str:
    """Return the faults of one photo in one line; "!" follows a tile that is marked as sure."""
    invented = " ".join(
        write_tile_name(guess.name) + ("!" if guess.sure else "") for guess in verdict.guesses if not guess.right
    )
    parts = [
        f"missed {' '.join(map(write_tile_name, verdict.missed))}" if verdict.missed else "",
        f"invented {invented}" if invented else "",
        f"asked for a hidden half of {verdict.asked}" if verdict.asked else "",
    ]
    if verdict.ends_right is False and verdict.label.ends is not None:
        known = sorted(verdict.label.ends.elements())
        parts.append(f"ends {' '.join(map(str, verdict.ends)) or 'none'}, not {' '.join(map(str, known))}")
    return "; ".join(part for part in parts if part)


def write_tile_name(tile: Name | tuple[int, None]) -> str:
    """Return a tile as players write it, with the higher half first; a hidden half is a question mark."""
    low, high = tile
    return f"{low}-?" if high is None else f"{high}-{low}"


def _share(part: int, of: int) -> str:
    return f"{part}/{of} = {part / of:.2%}" if of else "0/0"


def _line(what: str, figure: str, more: str = "") -> str:
    return f"{what:32}{figure:24}{more}".rstrip()


def _row(value: str, figures: Figures) -> str:
    counts = (figures.photos, figures.photos_right, figures.tiles, figures.read, figures.right)
    ends = f"{figures.ends_right}/{figures.ends}" if figures.ends else ""
    rates = f"{figures.precision:.3f}  {figures.recall:.3f}  {figures.f1:.3f}  {figures.sure_share:.3f}  {ends}"
    return f"  {value[:42]:42} {' '.join(f'{each:6}' for each in counts)}   {rates}".rstrip()


def _plain(figures: Figures) -> dict[str, float | int]:
    counts = {name: getattr(figures, name) for name in figures.__slots__}
    rates = {name: round(getattr(figures, name), 4) for name in ("precision", "recall", "f1", "sure_share")}
    return counts | rates
