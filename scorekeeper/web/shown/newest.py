"""What was written last, in one sentence, for those who listen: why it scores so, or that something was taken back."""

from scorekeeper.engine.sheet.line import Sheet
from scorekeeper.engine.text import N_, Text


def tell_newest(sheet: Sheet) -> Text | None:
    """`5 + 0 = 5, 5 ÷ 5 = 1`; `Taken back: Carl is out`; `Put back: Carl is out`."""
    for line in sheet.lines[-1:]:
        entry = line.entry
        if not entry.has_line and entry.refers_to and not line.problems:
            what = sheet.lines[entry.refers_to - 1].entry.describe()
            message = N_("Put back: %(what)s") if entry.puts_back else N_("Taken back: %(what)s")
            return Text(message, {"what": what})
    return next((line.why for line in sheet.last_lines), None)
