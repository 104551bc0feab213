"""Find the tiles in a picture. `pipeline.detect` is the whole of it, one stage after the other:

1. `propose` looks at the whole picture, made small: where are tiles, and how long? (`regions`)
2. `refine` looks at that region at the scale that the detector reads best; later once more at what is doubtful.
3. `classify` cuts halves out, asks the second model what they show (`halves`), and combines all predictions
   (`ensemble`, `calibration`).
4. `suppress` keeps the best of several candidates in one place (`polygons`), and of a set each tile once.
5. `hidden` withholds the pips of covered halves (`occlusion`).
6. `half_tiles` finds tiles of which only one half is visible, among the halves left over (`lone_halves`).

The first three are repeated for the models of large sets where such a set lies there.

`models` runs the ONNX files. `detector` applies the first one to a region of the `pyramid`, and `decode` turns its maps
into detections (`peaks`, `pips`, `matching`). `sets`, `sizes` and `shape` hold what the tiles of one table have in
common. Values passed between stages are in `decode` and `candidates`.
"""
