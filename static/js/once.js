// A double tap counts once. What a tap writes can bring another button under the thumb; for a moment nothing there takes
// a tap, because it was meant for what stood there before.

const MOMENT = 600; // ms in which nobody has seen yet what is new
const PATIENCE = 3000; // for an answer, after which another tap is one of its own
const NEAR = 40; // px
const KEY = "tapped";

let tapped = JSON.parse(sessionStorage.getItem(KEY) ?? "null"); // the last tap on a button, also one that led to this page
let shown = Date.now();

document.addEventListener("click", (event) => {
  const button = event.detail && event.target.closest?.("main") && event.target.closest("button, a, label, input");
  if (!button) return; // nothing to tap, or pressed on a keyboard
  const { clientX: x, clientY: y } = event;
  const now = Date.now();
  const near = tapped && Math.hypot(x - tapped.x, y - tapped.y) < NEAR;
  if (near && tapped.at < shown && now - shown < MOMENT && now - tapped.at < PATIENCE) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else {
    tapped = { x, y, at: now };
    if (button.matches("button")) sessionStorage.setItem(KEY, JSON.stringify(tapped));
  }
}, true);

const seen = () => document.querySelector("[data-seen]")?.dataset.seen;
let known = seen();

document.addEventListener("htmx:after:swap", () => {
  if (seen() === known) return; // nothing was written: keys may be tapped as fast as one can
  known = seen();
  shown = Date.now();
});
