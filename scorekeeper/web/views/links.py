"""Links that other phones open: as whole URLs, and as QR codes."""

from dataclasses import dataclass
from ipaddress import ip_address

import segno
from flask import current_app, request
from markupsafe import Markup


@dataclass(frozen=True, slots=True)
class DrawnLink:
    """A link as a whole URL and as a QR code: an SVG whose size and colours come from the style sheet."""

    url: str
    code: Markup


def draw_link(path: str) -> DrawnLink:
    """Return the link to `path` on this server."""
    url = make_whole_link(path)
    svg = segno.make(url, error="m", micro=False).svg_inline(
        border=3, omitsize=True, svgclass="code", lineclass="code-dark", dark="#000", light="#fff"
    )
    return DrawnLink(url, Markup(svg))  # noqa: S704  # drawn by segno; the link's text is not in it


def make_whole_link(path: str) -> str:
    """Return the URL of `path` on this server, with the address by which other phones can reach it."""
    address = request.host_url
    if _only_here(request.host) and current_app.config.get("ADDRESS"):
        # The owner sits at the computer itself, which others know by its address on the network.
        address = str(current_app.config["ADDRESS"])
    return address.rstrip("/") + path


def _only_here(host: str) -> bool:
    """Return whether `host` is the loopback address or name, so that only this computer can use it."""
    name = host.rpartition(":")[0].strip("[]") if ":" in host else host
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"
