// A double tap counts once. The answer to a tap can bring another button under the thumb, which for a moment takes no
// tap, because that was meant for the button before.

const MOMENT = 600; // ms in which nobody can have seen the change
const PATIENCE = 3000; // ms after which another tap at the same place counts
const NEAR = 40; // px
const KEY = "tapped";

let tapped = JSON.parse(sessionStorage.getItem(KEY) ?? "null"); // the last tap on a button, even one on the page before
let shown = Date.now();

document.addEventListener("click", (event) => {
  const button = event.detail && event.target.closest?.("main") && event.target.closest("button, a, label, input");
  if (!button) return; // not a button, or the keyboard was used
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
  if (seen() === known) return; // nothing was written: keys may be tapped fast
  known = seen();
  shown = Date.now();
});
