// Shows the phone's camera while it is held over the tiles. Small frames are read and their tiles outlined. When
// several frames agree on every tile, and each tile was sure once, the picture is taken and sent like a chosen photo.
// Browsers allow this over https or on localhost; elsewhere, and without a camera, the page does not change.

const BETWEEN = 200; // the least milliseconds from one frame to the next
const REFUSED = 1000; // the same after a frame for which the reader had no time
const LONGEST = 960; // pixels of a frame's longer side
const AGREE = 3; // frames
const MOVED = 0.02; // a share of a frame's width; a tile that moves farther is not at rest
const WANTED = { video: { facingMode: "environment", width: { ideal: 2560 }, height: { ideal: 1920 } } };

const live = document.getElementById("live");
const video = live.querySelector("video");
const outlines = live.querySelector("svg");
const said = live.querySelector(".live-said");
const shutter = document.getElementById("shutter");
const chosen = document.getElementById("photo-camera");
const token = chosen.form.elements.csrf_token.value;

let stream = null; // the camera, while the page shows it
let taken = false; // whether a picture was taken; the camera is off until it is discarded

function tell(sentence) {
  if (said.textContent !== sentence) said.textContent = sentence;
}

async function start() {
  if (stream || taken || document.hidden) return;
  const mine = await navigator.mediaDevices?.getUserMedia(WANTED).catch(() => null);
  if (!mine) return;
  if (stream || taken || document.hidden) return mine.getTracks().forEach((track) => track.stop());
  stream = video.srcObject = mine;
  live.hidden = false;
  document.body.classList.add("looks-live");
  tell(live.dataset.looking);
  await video.play().catch(() => {});
  look(mine);
}

function stop() {
  stream?.getTracks().forEach((track) => track.stop());
  stream = null;
}

// Reads one frame after the other while the camera is on.
async function look(mine) {
  let frames = []; // the last frames, the newest first
  while (stream === mine) {
    const began = performance.now();
    const frame = await read(await drawFrame(video, LONGEST, 0.75));
    if (stream !== mine) return;
    if (frame) {
      frames = [frame, ...frames].slice(0, AGREE);
      outline(frame, frames[1]);
      tell(halfHidden(frames) ? live.dataset.hidden : live.dataset.looking);
      if (agree(frames)) {
        tell(live.dataset.still);
        return take();
      }
    }
    const rest = (frame ? BETWEEN : REFUSED) - (performance.now() - began);
    await new Promise((then) => setTimeout(then, rest));
  }
}

// Returns the reading of a frame; null if it was not read.
async function read(jpeg) {
  if (!jpeg) return null;
  const body = new FormData();
  body.set("csrf_token", token);
  body.set("picture", jpeg, "frame.jpg");
  const answer = await fetch(live.dataset.frames, { method: "POST", body }).catch(() => null);
  return answer?.status === 200 ? answer.json().catch(() => null) : null;
}

// Finds the same tile at the same place of another frame.
function findSame(tile, frame) {
  const near = ([x, y]) => Math.hypot(x - tile.middle[0], y - tile.middle[1]) < MOVED * frame.size[0];
  return frame?.tiles.find((each) => each.name === tile.name && near(each.middle));
}

function agree(frames) {
  const [{ tiles }] = frames;
  if (frames.length < AGREE || !tiles.length || frames.some((frame) => frame.tiles.length !== tiles.length)) return false;
  return tiles.every((tile) => {
    const found = frames.map((frame) => findSame(tile, frame));
    return found.every(Boolean) && found.some((each) => each.sure);
  });
}

// Whether a half is hidden on two frames in a row; the user is then told to take the picture.
function halfHidden(frames) {
  return frames.length > 1 && frames.slice(0, 2).every((frame) => frame.tiles.some((tile) => tile.hidden));
}

function outline(frame, before) {
  outlines.setAttribute("viewBox", `0 0 ${frame.size.join(" ")}`);
  const drawn = frame.tiles.map((tile) => {
    const polygon = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
    polygon.setAttribute("points", tile.corners.join(" "));
    polygon.classList.toggle("agreed", Boolean(before && findSame(tile, before)));
    polygon.classList.toggle("unseen", tile.hidden);
    return polygon;
  });
  outlines.replaceChildren(...drawn);
}

// Takes the picture at its full size, and sends it like a chosen one.
async function take() {
  if (taken) return;
  taken = true;
  const jpeg = await drawFrame(video, Infinity, 0.92);
  if (!jpeg) {
    taken = false;
    return;
  }
  video.pause();
  stop();
  const files = new DataTransfer();
  files.items.add(new File([jpeg], "table.jpg", { type: "image/jpeg" }));
  chosen.files = files.files;
  chosen.dispatchEvent(new Event("change", { bubbles: true }));
}

shutter.addEventListener("click", take);
document.addEventListener("visibilitychange", () => (document.hidden ? stop() : start()));
// The photo was discarded, or could not be read: start again.
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-photo-close], [data-photo-cancel]")) return;
  taken = false;
  start();
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted) taken = false;
  start();
});
