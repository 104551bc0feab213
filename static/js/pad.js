// Scrolls to what is needed next: after an entry to the board, before counting to the hands. If a form was refused,
// the reason is above the tapped key, and nothing scrolls.

const counting = () => Boolean(document.getElementById("hands"));
let counted = counting();

document.addEventListener("htmx:after:swap", (event) => {
  const refused = [409, 422].includes(event.detail.ctx.response?.status);
  if (!refused && document.querySelector(".fresh, .is-over")) window.scrollTo({ top: 0 });
  else if (!refused && counting() && !counted) document.querySelector(".hand.here")?.scrollIntoView({ block: "nearest" });
  counted = counting();
  // The answer often removes the element with the focus; the keyboard then goes on at the form of the next entry.
  if (document.activeElement === document.body) document.getElementById("entry")?.focus({ preventScroll: true });
});

const DURATION = 700; // ms
const board = () => [...document.querySelectorAll("#board .side")].map((side) => Number(side.querySelector(".total").dataset.total));
let stood = board();

function fly(side, from, to) {
  const total = side.querySelector(".total");
  const way = side.querySelector(".way");
  const line = document.querySelector(".line .points")?.getBoundingClientRect();
  const points = Object.assign(document.createElement("span"), { className: "flying-points", textContent: `+${to - from}`, ariaHidden: true });
  side.append(points);
  const there = points.getBoundingClientRect();
  const path = line ? `${line.x - there.x}px ${line.y - there.y}px` : "0 60px";
  points.animate([{ translate: path }, { translate: "0 0", offset: 0.6 }, { opacity: 0 }], { duration: DURATION, easing: "ease-out" }).finished.finally(() => points.remove());
  const begun = performance.now();
  const show = (now) => {
    const share = Math.min(1, Math.max(0, now - begun) / DURATION);
    const value = Math.round(from + (to - from) * share ** 2);
    total.textContent = value;
    if (way) way.value = Math.max(0, value);
    if (share < 1 && total.isConnected) requestAnimationFrame(show);
  };
  show(begun);
}

document.addEventListener("htmx:after:swap", () => {
  const stands = board();
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches || document.querySelector(".round-card, .is-over");
  if (!calm && stands.length === stood.length) {
    document.querySelectorAll("#board .side").forEach((side, at) => stands[at] > stood[at] && fly(side, stood[at], stands[at]));
  }
  stood = stands;
});
