// Polls for news while the page is visible, and lets htmx load it; says when the score pad does not answer, and tries
// again. While the form of a pad is in use, news changes only the parts around it. With a stream of events, the page
// requests news when an event arrives.

const SLOWEST = 12_000; // ms between two tries without connection
const PATIENCE = 8000; // ms for one answer
const SILENT = 12_000; // ms for one event; one comes every five seconds

const live = document.getElementById("live");
const QUICK = Number(live.dataset.every); // ms between two requests
const beside = document.getElementById("live-beside");
const trouble = document.getElementById("trouble");
const seen = () => document.querySelector("[data-seen]")?.dataset.seen ?? "";

let inUse = Boolean(beside && location.search); // a form that the address has filled in is in use
let known = seen();
let lost = false;
let pause = QUICK;
let next = 0;
let looking = false;
let again = false; // whether an event came during a request
let upToDate = false;
let stream = null;
let heard = 0;

async function look() {
  clearTimeout(next);
  if (document.hidden) return leave();
  if (looking) {
    again = true;
    return;
  }
  if (heard && Date.now() - heard >= SILENT) leave();
  looking = true;
  again = upToDate = false;
  try {
    const asked = seen();
    const query = new URLSearchParams({ seen: asked });
    const answer = await fetch(`${live.dataset.news}?${query}`, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (answer.status >= 500) throw new Error(`status ${answer.status}`);
    if (answer.status >= 400 && inUse) return shut();
    connected();
    upToDate = answer.status === 204;
    if (answer.status >= 400) location.reload(); // access was withdrawn or the match deleted: the page says so
    else if (answer.status === 200 && seen() === asked && !document.querySelector(".htmx-request")) {
      // News that this phone wrote itself is not loaded: it would change the page under the next tap.
      (inUse ? beside : live).dispatchEvent(new Event("news"));
    }
  } catch {
    disconnected();
  }
  wait();
}

function wait() {
  looking = false;
  clearTimeout(next);
  if (again) return look();
  if (upToDate) listen();
  next = setTimeout(look, upToDate && heard ? SILENT : pause);
}

function listen() {
  if (stream || !live.dataset.stream || document.hidden) return;
  stream = new EventSource(live.dataset.stream);
  stream.onmessage = ({ data }) => {
    heard = Date.now();
    if (data) look();
    else if (upToDate && !looking) wait();
  };
  stream.onerror = () => {
    if (!heard && stream.readyState === 2) live.dataset.stream = ""; // refused
    leave();
    clearTimeout(next);
    next = setTimeout(look, Math.random() * 1000); // so that not all phones ask at once
  };
}

function leave() {
  stream?.close();
  stream = null;
  heard = 0;
}

// Access was withdrawn while the form is in use: what was typed stays, in case a link lets the phone in again.
function shut() {
  pause = SLOWEST;
  lost = true;
  tell(trouble.dataset.shut);
  wait();
}

function disconnected() {
  pause = lost ? Math.min(pause * 2, SLOWEST) : QUICK;
  lost = true;
  tell(live.dataset.trying);
  document.dispatchEvent(new CustomEvent("disconnected"));
}

function tell(sentence) {
  trouble.hidden = !sentence;
  if (trouble.textContent !== sentence) trouble.textContent = sentence; // announced once, however often it is tried
}

function connected() {
  pause = QUICK;
  if (!lost && trouble.textContent !== trouble.dataset.shut) return; // a form may have shown it, too
  lost = false;
  tell("");
  document.dispatchEvent(new CustomEvent("connected"));
}

// A tap or typing below the board marks the form as in use; a written entry ends that.
for (const touch of ["input", "change", "click"]) {
  document.addEventListener(touch, (event) => {
    if (beside && event.target.closest?.("#entry")) inUse = true;
  }, true);
}
document.addEventListener("htmx:after:swap", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  if (response?.status === 200 && sourceElement !== beside && seen() !== known) inUse = false;
  known = seen();
  const onward = document.querySelector("[data-onward]");
  if (onward) location.replace(onward.dataset.onward);
});

document.addEventListener("visibilitychange", look);
window.addEventListener("online", look);
window.addEventListener("offline", look);
window.addEventListener("pageshow", (event) => event.persisted && look());
next = setTimeout(look, QUICK);
