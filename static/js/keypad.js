// The keys for pips. They type into the hand at hand; after a hand that cannot grow the next player's comes.

const LONGEST = 2; // digits: no hand has more than 99 pips, or it is typed tile by tile with +

const fields = () => [...document.querySelectorAll("[data-keypad]")];
const rows = () => [...document.querySelectorAll(".hand")];
const current = () => fields().find((field) => field.closest(".hand").classList.contains("here")) ?? fields()[0];
const after = (field, way = 1) => fields()[fields().indexOf(field) + way];

// What the phone's own keyboard would cover is what we look at; a real keyboard still types.
function prepare() {
  for (const field of fields()) field.inputMode = "none";
  showNext();
}

function turnTo(field) {
  for (const row of rows()) row.classList.toggle("here", row.contains(field));
  field.form.elements.hand.value = field.closest(".hand").dataset.seat;
  field.closest(".hand").scrollIntoView({ block: "nearest" });
  showNext();
}

function showNext() {
  const next = document.querySelector("[data-key=next]");
  const field = current();
  if (next && field) next.hidden = !after(field) || fields().every((each) => each === field || each.value);
}

function counted(field) {
  const parts = field.value.split(/[\s+]+/).filter(Boolean);
  const pips = parts.every((part) => /^\d+$/.test(part)) ? parts.map(Number) : parts.flatMap((part) => part.split("-").map(Number));
  const sum = pips.reduce((all, each) => all + each, 0);
  field.closest(".hand").querySelector("output").textContent = pips.length > 1 && Number.isFinite(sum) ? sum : "";
  document.getElementById("counter").dispatchEvent(new CustomEvent("counted"));
}

function press(key) {
  let field = current();
  if (key === "next") {
    turnTo(after(field) ?? field);
    return;
  }
  if (key === "+" && !field.value && after(field, -1)?.value) {
    // The hand before went on after all: it had one more tile.
    field = after(field, -1);
    turnTo(field);
  }
  if (key === "back" && !field.value && after(field, -1)) {
    field = after(field, -1);
    turnTo(field);
  }
  field.value = key === "back" ? field.value.slice(0, -1) : field.value + key;
  counted(field);
  const whole = !field.value.includes("+") && field.value.length >= LONGEST;
  if (key !== "back" && whole && after(field) && !after(field).value) turnTo(after(field));
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-key]");
  if (key) press(key.dataset.key);
  const row = event.target.closest(".hand");
  const field = row?.querySelector("[data-keypad]");
  if (field) turnTo(field);
});
document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-keypad]")) turnTo(event.target);
});
document.addEventListener("input", (event) => {
  if (event.target.matches("[data-keypad]")) counted(event.target);
});
// Enter goes on to the next hand, and after the last to the button that saves.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-keypad]")) return;
  event.preventDefault();
  (after(event.target) ?? document.getElementById("save")).focus();
});
document.addEventListener("htmx:after:swap", prepare);
prepare();
