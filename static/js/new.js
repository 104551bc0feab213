// A seat that is dragged onto another one is swapped with it, as by two taps.

const NEAR = 8; // pixels that a finger may move during a tap
let held = null; // the seat under the finger, and where the drag began

const seatAt = (x, y) => document.elementsFromPoint(x, y).map((each) => each.closest(".seat-face")).find((each) => each && each !== held.seat);

document.addEventListener("pointerdown", (event) => {
  const seat = event.target.closest("button.seat-face");
  if (seat && event.isPrimary && event.button === 0) held = { seat, x: event.clientX, y: event.clientY, dragged: false };
});

document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const [across, down] = [event.clientX - held.x, event.clientY - held.y];
  if (!held.dragged && Math.hypot(across, down) < NEAR) return;
  held.dragged = true;
  held.seat.classList.add("dragged");
  held.seat.style.translate = `${across}px ${down}px`;
  document.querySelectorAll(".seat-face.under").forEach((each) => each.classList.remove("under"));
  seatAt(event.clientX, event.clientY)?.classList.add("under");
});

const drop = (event) => {
  if (!held) return;
  const { seat, dragged } = held;
  const other = dragged && event.type === "pointerup" && seatAt(event.clientX, event.clientY);
  if (dragged) document.addEventListener("click", still, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", still, { capture: true }));
  held = null;
  seat.classList.remove("dragged");
  seat.style.translate = "";
  if (!other?.id) return;
  const swap = document.createElement("button");
  [swap.name, swap.value, swap.hidden] = ["do", `swap ${number(seat)} ${number(other)}`, true];
  seat.form.append(swap);
  setTimeout(() => swap.click(), 1);
};

const number = (seat) => seat.id.replace("seat-", "");

// Ignores the click after a drag.
const still = (event) => {
  event.preventDefault();
  event.stopPropagation();
};

document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);

// A chosen game closes the list; its card is at the top.
let chose = false;
document.addEventListener("click", (event) => (chose = Boolean(event.target.closest(".game"))));
document.addEventListener("htmx:after:swap", () => {
  if (!chose) return;
  chose = false;
  window.scrollTo({ top: 0 });
  document.querySelector("#games > summary").focus({ preventScroll: true });
});

// Filters the list of games by name, other name or subtitle, ignoring accents and dots.
const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ı", "i");

document.addEventListener("input", (event) => {
  if (event.target.id !== "find") return;
  const wanted = fold(event.target.value.trim());
  let any = false;
  for (const list of document.querySelectorAll(".games-list")) {
    for (const item of list.children) item.hidden = !fold(`${item.textContent} ${item.dataset.names ?? ""}`).includes(wanted);
    list.hidden = list.previousElementSibling.hidden = [...list.children].every((item) => item.hidden);
    any ||= !list.hidden;
  }
  document.getElementById("find-none").hidden = any;
});

// Enter in the search does not start a match.
document.addEventListener("keydown", (event) => {
  if (event.target.id === "find" && event.key === "Enter") event.preventDefault();
});

// A refused form has errors next to the fields, too; scroll so that the tapped key stays under the thumb.
const place = () => document.querySelector(".action").getBoundingClientRect().bottom;
let before = 0;
document.addEventListener("htmx:before:response", () => (before = place()));
document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail.ctx.response?.status === 422) window.scrollBy(0, place() - before);
});

// The pad replaces this page in the history, so that Back leads to the page before.
document.addEventListener("htmx:before:response", (event) => {
  const pad = event.detail.ctx.response.headers.get("HX-Redirect");
  if (!pad) return;
  event.preventDefault();
  location.replace(pad);
});
