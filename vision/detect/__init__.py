"""Find the tiles in a picture. `pipeline.detect` runs all stages, one after the other:

1. `propose` finds on a reduced copy of the whole picture where tiles lie and how long they are (`regions`).
2. `refine` detects them again at the scale that the detector reads best, and doubtful ones once more.
3. `classify` cuts halves out, predicts their numbers with the second model (`halves`), and combines all predictions
   (`ensemble`, `calibration`).
4. `suppress` keeps the best of several candidates in one place (`polygons`), and each tile of a set once.
5. `dice` leaves out readings of two faces of a die, or of two dice (`occlusion`).
6. `hidden` withholds the pips of covered halves (`occlusion`).
7. `numerals` makes tiles unsure on which a digit may have been taken for a pip, and reads tiles that bear numerals
   instead of pips with models of their own (`numeral_models`), if no tile with pips is sure.
8. `half_tiles` finds tiles of which only one half is visible, among the remaining halves (`lone_halves`).

The first three are repeated with the models of large sets if the tiles are of such a set.

`models` runs the ONNX files. `detector` applies the first one to a region of the `pyramid`, and `decode` turns its maps
into detections (`peaks`, `pips`, `matching`). `sets`, `sizes` and `shape` estimate properties that all tiles of one
table share. Values passed between stages are in `decode` and `candidates`.
"""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read when ONNX Runtime is loaded: it would store a device id, and events
