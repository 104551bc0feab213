// One line above the tapped key says why a form was refused: the error of the current field, until that field is
// changed.

// Returns the invalid field that a change belongs to: that of the current hand for picked tiles, else the one around
// it.
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
