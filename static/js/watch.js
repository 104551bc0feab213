// The camera of this phone watches the table: two small frames a second are sent to the score pad, which writes the
// moves. While the match is paused, no picture is sent. Browsers allow this over https or on localhost.

const BETWEEN = 500; // the least milliseconds from one frame to the next
const LOST = 3000; // the same after a frame without an answer
const LONGEST = 1280; // pixels of a frame's longer side
const QUALITY = 0.8;
const WANTED = { video: { facingMode: "environment", width: { ideal: LONGEST }, height: { ideal: 720 } } };

const watch = document.getElementById("watch");
const video = watch.querySelector("video");
const said = watch.querySelector(".watch-said");
const start = document.getElementById("watch-start");
const stop = document.getElementById("watch-stop");

let stream = null; // the camera, while it watches
let awake = null; // the lock that keeps the screen on
let mode = "watching";

// The phone is the same camera after a reload of the page.
sessionStorage.watches ??= Math.random().toString(36).slice(2);

function show() {
  video.hidden = stop.hidden = !stream;
  start.hidden = Boolean(stream);
}

async function begin() {
  stream = await navigator.mediaDevices.getUserMedia(WANTED).catch(() => null);
  show();
  if (!stream) {
    said.textContent = watch.dataset.refused;
    return;
  }
  mode = "watching";
  video.srcObject = stream;
  await video.play().catch(() => {});
  awake = await navigator.wakeLock?.request("screen").catch(() => null);
  while (stream) {
    const began = performance.now();
    const answer = await send(mode === "paused" || document.hidden ? {} : { picture: await drawFrame(video, LONGEST, QUALITY) });
    if (!stream) return;
    mode = answer ?? mode;
    said.textContent = watch.dataset[answer ?? "lost"];
    if (answer === "over" || answer === "busy") return end();
    await new Promise((then) => setTimeout(then, (answer ? BETWEEN : LOST) - (performance.now() - began)));
  }
}

function end() {
  stream?.getTracks().forEach((track) => track.stop());
  stream = video.srcObject = null;
  awake?.release();
  show();
}

// Sends a frame, or only that this phone still watches; returns the mode of the camera, or null without an answer.
async function send({ picture, ...fields }) {
  const body = new FormData();
  const sent = { csrf_token: watch.dataset.token, source: sessionStorage.watches, ...fields };
  for (const [name, value] of Object.entries(sent)) body.set(name, value);
  if (picture) body.set("picture", picture, "frame.jpg");
  const answer = await fetch(watch.dataset.frames, { method: "POST", body }).catch(() => null);
  return answer?.ok ? ((await answer.json().catch(() => null))?.mode ?? null) : null;
}

if (navigator.mediaDevices?.getUserMedia) {
  document.getElementById("watch-nowhere").hidden = true;
  start.addEventListener("click", begin);
  stop.addEventListener("click", () => {
    end();
    said.textContent = "";
    send({ end: "1" });
  });
  show();
}
