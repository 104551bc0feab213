// The keys for pips. They type into the current hand; a hand that is complete is followed by the next player's.

// The digits of a number: with a double-six set no hand has more than 99 pips, unless it is typed tile by tile with +.
const longest = () => Number(document.getElementById("keypad")?.dataset.digits);
const tooLong = (typed) => typed.split(/\D/).some((digits) => digits.length > longest());

// A hand that does not count is folded; its field is skipped until it is opened.
const fields = () => [...document.querySelectorAll("[data-keypad]")].filter((field) => !field.closest("details:not([open])"));
const rows = () => [...document.querySelectorAll(".hand")];
const row = (field) => field.closest(".hand");
const current = () => fields().find((field) => row(field).classList.contains("here")) ?? fields()[0];
const after = (field, way = 1) => fields()[fields().indexOf(field) + way];

// The phone's own keyboard would cover the hands, so it stays closed; a real keyboard still types.
function prepare() {
  for (const field of fields()) field.inputMode = "none";
  showNext();
}

// `byItself` means that the hand before was complete and nobody tapped; a tap on Next then stays at this hand.
function turnTo(field, byItself = false) {
  for (const each of rows()) {
    each.classList.toggle("here", each.contains(field));
    delete each.dataset.byItself;
  }
  if (byItself) row(field).dataset.byItself = "";
  field.form.elements.hand.value = row(field).dataset.seat;
  row(field).scrollIntoView({ block: "nearest" });
  row(field).dispatchEvent(new CustomEvent("turn", { bubbles: true }));
  showNext();
}

const isHereByItself = (field) => "byItself" in row(field).dataset && !field.value;

// Returns the hand that Next goes to: the first empty one in turn order.
function next(field) {
  if (!field || isHereByItself(field)) return field;
  const here = fields().indexOf(field);
  return [...fields().slice(here + 1), ...fields().slice(0, here)].find((each) => !each.value && !each.closest("details"));
}

function showNext() {
  const key = document.querySelector("[data-key=next]");
  const field = next(current());
  if (!key) return;
  key.hidden = !field;
  if (field) key.textContent = isHereByItself(field) ? row(field).dataset.now : row(field).dataset.next;
}

function counted(field) {
  const parts = field.value.split(/[\s+]+/).filter(Boolean);
  const pips = parts.every((part) => /^\d+$/.test(part)) ? parts.map(Number) : parts.flatMap((part) => part.split("-").map(Number));
  const sum = pips.reduce((all, each) => all + each, 0);
  const output = row(field).querySelector("output"); // missing if only tiles are counted
  if (output) output.textContent = pips.length > 1 && Number.isFinite(sum) ? sum : "";
  document.getElementById("counter")?.dispatchEvent(new CustomEvent("counted"));
  showNext();
}

function press(key) {
  let field = current();
  if (key === "next") {
    turnTo(next(field) ?? field);
    return;
  }
  if (key === "+" && !field.value && after(field, -1)?.value) {
    // The hand before was not complete: it had one more tile.
    field = after(field, -1);
    turnTo(field);
  }
  if (key === "back" && !field.value && after(field, -1)) {
    field = after(field, -1);
    turnTo(field);
  }
  const typed = key === "back" ? field.value.slice(0, -1) : field.value + key;
  if (tooLong(typed) && typed.length > field.value.length) return;
  field.value = typed;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const whole = !field.value.includes("+") && field.value.length >= longest();
  if (key !== "back" && whole && after(field) && !after(field).value) turnTo(after(field), true);
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-key]");
  if (key) press(key.dataset.key);
  const field = event.target.closest(".hand")?.querySelector("[data-keypad]");
  if (field) turnTo(field);
});
document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-keypad]")) turnTo(event.target);
});
document.addEventListener("input", (event) => {
  if (event.target.matches(".hand .field")) counted(event.target);
});
document.addEventListener("beforeinput", (event) => {
  const { target: field, data } = event;
  if (!field.matches("[data-keypad]") || !data) return;
  if (tooLong(field.value.slice(0, field.selectionStart) + data + field.value.slice(field.selectionEnd))) event.preventDefault();
});
// Enter moves to the next hand, and after the last one to the button that saves.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-keypad]")) return;
  event.preventDefault();
  (after(event.target) ?? document.getElementById("save")).focus();
});
document.addEventListener("htmx:after:swap", prepare);
prepare();
