"""A whole evening at a score pad in this process, in an environment with only the packages of requirements.txt."""

import io
import json
import sys
import zipfile
from pathlib import Path

from scorekeeper import vision
from scorekeeper.play.photos import keep_photo
from scorekeeper.play.transfer.packing import pack_archive
from scorekeeper.store import SqliteStore
from scorekeeper.web import create_app
from scorekeeper.web.uploads import jobs
from tests.web.pages import Page, Phone

READING = {"photo": "", "size": [96, 72], "tiles": [], "joins": [], "groups": [], "warnings": []}
LIBRARIES = ("cv2", "numpy", "onnxruntime", "PIL", "pillow_heif")


def play_match(phone: Phone) -> Page:
    """Play a match from the first tap to its last round, which Anna and Carl win."""
    pad = phone.new_match("spansk", "Anna Bo Carl Dora", **{"option-target": "6"})
    page = phone.send(pad, "fill", "save", tile="5-5", player="Anna")
    page = phone.send(page, "fill", do="count", kind="round", ended="out 1")
    return phone.send(page, "fill", "save", hand_2="6-6 6-5", hand_3="0-0", hand_4="6-4 5-4")


def bring(phone: Phone, form: str, **files: tuple[bytes, str]) -> Page:
    """Send a file by a form of the page for files."""
    sent = phone.open("/keeping").forms[form]
    data = {**dict(sent.fields), **{name: (io.BytesIO(data), called) for name, (data, called) in files.items()}}
    return Page(phone.client.post(sent.action, data=data, content_type="multipart/form-data", follow_redirects=True))


def main() -> None:
    jobs.PATIENCE = 120.0  # seconds that an answer waits for the reader, even on a busy computer
    folder, photo = Path(sys.argv[1]), Path(sys.argv[2]).read_bytes()
    app = create_app({"DATA": folder / "here", "OWNER_KEY": "key-of-this-table", "TESTING": True})
    store: SqliteStore = app.extensions["scorekeeper"]
    phone = Phone(app.test_client())
    over = play_match(phone)
    match = over.path.split("/")[2]
    kept = keep_photo(store, match, photo, READING)
    store.copy(folder / "copy.db")
    packed, foreign = io.BytesIO(), io.BytesIO()
    pack_archive(store, packed)
    with zipfile.ZipFile(packed) as archive, zipfile.ZipFile(foreign, "w") as other:
        for name in archive.namelist():
            other.writestr(name, b"\x89PNG" if name.startswith("photos/") else archive.read(name))

    elsewhere = create_app({"DATA": folder / "elsewhere", "OWNER_KEY": "key-of-this-table", "TESTING": True})
    other_phone = Phone(elsewhere.test_client())
    refused = bring(other_phone, "bring-in", files=(foreign.getvalue(), "foreign.zip"))
    imported = bring(other_phone, "bring-in", files=(packed.getvalue(), "everything.zip"))
    with other_phone.client.get(f"/m/{match}/photo/{kept}.jpg") as picture:
        same = picture.data == photo

    restored = create_app({"DATA": folder / "restored", "OWNER_KEY": "key-of-this-table", "TESTING": True})
    last_phone = Phone(restored.test_client())
    back = bring(last_phone, "restore", file=((folder / "copy.db").read_bytes(), "copy.db"))
    print(
        json.dumps(
            {
                "over": "won" in over.text,
                "refused": [refused.status, "damaged" in refused.text],
                "imported": imported.text.count("imported"),
                "photo": same,
                "back": back.status,
                "restored": last_phone.open(f"/m/{match}/sheet").status,
                "can_read": vision.can_read_photos(),
                "loaded": [name for name in LIBRARIES if name in sys.modules],
            }
        )
    )


if __name__ == "__main__":
    main()
