// Why a form was refused stands in one line above the key that was tapped. The line says it of the field at hand, and no
// longer of a field that changes.

// Tiles are picked for the hand at hand; else what changes is inside the field, or inside the hand that has it.
function at(target) {
  const hand = target.closest("#pick") ? document.querySelector(".hand.here") : target.closest(".hand");
  return hand?.querySelector("[aria-invalid]") ?? (hand ?? target).closest("[aria-invalid]");
}
const list = (field) => document.getElementById(field.getAttribute("aria-describedby"));

function say(problems) {
  const first = document.getElementById("first-error");
  if (first && problems) first.textContent = problems.firstElementChild.textContent;
}

function forgive(field) {
  list(field)?.remove();
  field.removeAttribute("aria-invalid");
  const left = document.querySelectorAll("#errors li");
  if (!left.length) document.getElementById("errors")?.remove();
  const more = document.getElementById("more-errors");
  if (more) more.parentElement.hidden = left.length < 2;
  if (more) more.textContent = left.length - 1;
  say(left[0]?.parentElement);
}

for (const change of ["input", "change"]) {
  document.addEventListener(change, ({ target }) => {
    const field = at(target);
    if (field) forgive(field);
    const all = target.closest(".hand, #pick") && document.getElementById("hands");
    if (all?.matches("[aria-invalid]")) forgive(all);
  });
}
for (const turn of ["focusin", "turn"]) {
  document.addEventListener(turn, ({ target }) => {
    const field = at(target);
    if (field) say(list(field));
  });
}
