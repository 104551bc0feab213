"""Rate limits per client address or per book, shared by all processes.

Keys of links are too long to guess. Limiting attempts saves work and tells the operator; a correct link always opens,
since a whole table may share one address.
"""

import logging
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address

from flask import request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorekeeper.play import StoreError
from scorekeeper.play.upkeep.ephemeral import count_hit
from scorekeeper.web.http.book_middleware import get_ephemeral, get_store_id

HOUSE = 64  # bits of an IPv6 address that all devices of a household share; each chooses the rest
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit: the event `what` may happen at most `most` times within `within` seconds."""

    what: str
    most: int
    within: int


WRONG_LINKS = Limit("wrong link", 20, 600)
NEW_BOOKS = Limit("new book", 20, 3600)
NEW_BOOKS_OF_NETWORKS = ((56, Limit("new book, /56", 40, 3600)), (48, Limit("new book, /48", 80, 3600)))
"""Limits by the prefix length of an IPv6 network: a customer has up to 256 /64 networks, an organization 65,536."""
NEW_BOOKS_OF_HOST = Limit("new book, all", 1000, 3600)
PHOTOS = Limit("photo", 500, 3600)
ANALYSES = Limit("analysis", 200, 3600)  # analyses of rounds with open hands
FRAMES = Limit("frame", 6000, 3600)  # frames of a camera held over the tiles: twenty minutes of five a second
TABLE_FRAMES = Limit("table frame", 8000, 3600)  # frames of a phone that watches the table: two a second


def count_by_address(limit: Limit) -> int:
    """Count one more event of the client's address, and return the number of events within `limit.within` seconds.

    All devices of an IPv6 /64 network count as one address.
    """
    return _count(limit, find_house(request.remote_addr or "nowhere"))


def count_new_book() -> bool:
    """Count a new book of the client; return whether this exceeds a limit: of its address, its networks or the host.

    A refused request does not count for larger networks, so one address cannot use up the limit of all.
    """
    address = request.remote_addr or "nowhere"
    limits = [(NEW_BOOKS, find_house(address))]
    limits += [(limit, network) for bits, limit in NEW_BOOKS_OF_NETWORKS if (network := find_network(address, bits))]
    limits += [(NEW_BOOKS_OF_HOST, "all")]
    return any(_count(limit, client) > limit.most for limit, client in limits)


def count_by_book(limit: Limit) -> int:
    """Count one more event in the request's book, and return the number of events within `limit.within` seconds."""
    return _count(limit, get_store_id())


def refuse_wrong_link() -> ResponseReturnValue | None:
    """Count a link that opens nothing; return a one-line 429 response after too many of them, else None.

    The log has the address and the number of attempts, never the link: a mistyped one is close to a correct one.
    """
    count = count_by_address(WRONG_LINKS)
    if count in (1, WRONG_LINKS.most + 1) or (count and count % 1000 == 0):
        log.warning("a link that opens nothing was tried from %s: %s within ten minutes", request.remote_addr, count)
    if count <= WRONG_LINKS.most:
        return None
    sentence = _("Too many links that open nothing were tried from here. Try again later.")
    headers = {"Content-Type": "text/plain; charset=utf-8", "Retry-After": str(WRONG_LINKS.within)}
    return sentence + "\n", 429, headers


def find_house(address: str) -> str:
    """Return an IPv4 address unchanged, or the /64 network of an IPv6 address, such as `2001:db8::/64`.

    A client can choose its address within that network, so the limits count the network.
    """
    with suppress(ValueError):
        parsed = ip_address(address)
        if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
    return find_network(address, HOUSE) or address


def find_network(address: str, bits: int) -> str:
    """Return the network of an IPv6 address with a prefix of `bits` bits; empty for any other address."""
    with suppress(ValueError):
        parsed = ip_address(address)
        if isinstance(parsed, IPv6Address) and not parsed.ipv4_mapped:
            return str(IPv6Network((parsed, bits), strict=False))
    return ""


def _count(limit: Limit, client: str) -> int:
    """Count one more event of `client` and return the number within the period; 0 if it cannot be stored."""
    try:
        return count_hit(get_ephemeral(), limit.what, client, limit.within)
    except StoreError:  # without a writable disk there is no limit; everything else keeps working
        return 0
