"""The laboratory of the photo reader: `render` draws scenes, `train` fits the models to them, `evaluate` measures.

None of it is needed to read photos, and none of it is in the wheel. `requirements.txt` lists what `train` needs beyond
the requirements of the score pad.
"""
