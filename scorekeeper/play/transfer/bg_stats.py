"""A link that hands a finished match to BG Stats, an app for all games that somebody plays.

The format is what BG Stats documents under "Push plays to BG Stats from other apps or websites": one JSON object in the
address. The app asks before it stores anything.
"""

import json
from datetime import UTC
from urllib.parse import quote

from scorekeeper.engine.file.remark import Remark
from scorekeeper.play.history.played import PlayedGame
from scorekeeper.play.scoring.match import Match

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
NAME = "Domino score pad"


def make_bg_stats_link(match: Match, remark: Remark) -> str | None:
    """Return the link that hands the match to BG Stats; None while the match goes on."""
    sheet, seating = match.sheet, match.seating
    if not sheet.over or not match.written:
        return None
    ended = match.written[-1].astimezone(UTC)
    totals = match.final.totals if match.final else sheet.totals
    winners = match.final.winners if match.final else sheet.winners
    data = {
        "sourceName": NAME,
        "sourcePlayId": match.id,
        **({"comments": remark.note} if remark.note else {}),
        **({"location": remark.place} if remark.place else {}),
        "playDate": f"{ended:%Y-%m-%d %H:%M:%S}",
        "durationMin": max(1, round((ended - match.started).total_seconds() / 60)),
        "game": {
            "name": match.variant.name,
            "sourceGameId": PlayedGame(match.variant.key, match.own_name).key,
            "highestWins": not sheet.game.goal.lowest_wins,
            "noPoints": False,
        },
        "players": [
            {
                "name": player,
                "sourcePlayerId": player,
                "score": totals.get(seating.side_of(player), 0),
                "winner": seating.side_of(player) in winners,
                "startPlayer": player == seating.lead,
            }
            for player in seating.players
        ],
    }
    return ADDRESS + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")))
