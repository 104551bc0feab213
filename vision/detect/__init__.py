"""A picture -> the tiles lying face up on it.

`eye` looks, first at the whole picture (`search`; where that shows nothing `parts` says where a finer look may), then
closer. `network` asks the three learned models; `decode` turns what the first says into tiles (`peaks` are middles,
`matching` pairs halves, `pips` are counted on them); `closer` cuts each half out (`halves`) and asks the second;
`weigh` says what a half is from all that was said of it; `merge` makes two looks one; `sizes` and `shape` say what
tiles of one table have in common; `decide` keeps what is a tile. `hidden` tells of tiles of which only a half is seen;
`covered` asks the third model about them.
"""
