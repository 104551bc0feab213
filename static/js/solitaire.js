// Tiles tapped one after the other, faster than the score pad answers: each goes into its place at once, and the pad is
// asked with all of them. Places fill up in their order, the chosen one first.

const places = (form) => [...form.querySelectorAll("[data-most]")];
const tiles = (place) => place.value.split(/\s+/).filter(Boolean);
const room = (place) => tiles(place).length < Number(place.dataset.most);

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=do][value^='add ']");
  const form = button?.form;
  if (!form) return;
  const chosen = places(form).find((place) => place.name === form.elements.into.value && room(place));
  const place = chosen ?? places(form).find(room);
  if (!place) return;
  event.preventDefault();
  place.value = [...tiles(place), button.value.slice("add ".length)].join(" ");
  form.elements.into.value = place.name;
  button.disabled = true;
  form.dispatchEvent(new Event("change"));
});

// The tiles stand in the address, so that a reload shows them again. htmx would do this itself if it kept a history.
document.addEventListener("htmx:after:swap", (event) => {
  const address = event.detail.ctx.response?.headers?.get("HX-Replace-Url");
  if (address) history.replaceState(null, "", address);
});

// Answers may come in another order than the taps: each tap of this phone has a number.
const phone = Math.random().toString(36).slice(2);
let tap = 0;
for (const touch of ["click", "change", "submit"]) {
  document.addEventListener(touch, (event) => {
    const form = event.target.form ?? event.target.closest("form");
    if (form?.elements.turn) form.elements.turn.value = `${phone}-${++tap}`;
  }, true);
}
