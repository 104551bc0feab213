"""A link that another phone is to open: whole, as that phone has to call it, and as a code to scan."""

from ipaddress import ip_address

import segno
from flask import current_app, request
from markupsafe import Markup


def draw_link(link: str) -> Markup:
    """The link as a QR code: an SVG that takes its size and colours from the style sheet."""
    svg = segno.make(link, error="m", micro=False).svg_inline(
        border=3, omitsize=True, svgclass="code", lineclass="code-dark", dark="#000", light="#fff"
    )
    return Markup(svg)  # noqa: S704  # drawn by segno; the link's text is not in it


def make_whole_link(path: str) -> str:
    """The link to a path of this server as other phones have to call it."""
    address = request.host_url
    if _only_here(request.host) and current_app.config.get("ADDRESS"):
        # The owner sits at the computer itself, which others know by its address on the network.
        address = str(current_app.config["ADDRESS"])
    return address.rstrip("/") + path


def _only_here(host: str) -> bool:
    """Return whether the host name is a loopback name, which other devices cannot open."""
    name = host.rpartition(":")[0].strip("[]") if ":" in host else host
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"
