"""What every game answers: `game` asks all of them, `round_game` those played in rounds, `solitaire` the solitaires.

`leads`, `hands` and `points` help to answer; `winner`, `danish` and `seven_each` are families of games.
"""
