// Tiles may be tapped faster than the score pad answers: each is added to its place, turned or removed there at once,
// and a request has all tiles. Places are filled in their order, the chosen one first.

const places = (form) => [...form.querySelectorAll("[data-most]")];
const tiles = (place) => place.value.split(/\s+/).filter(Boolean);
const room = (place) => tiles(place).length < Number(place.dataset.most);
const turn = (tile) => tile.split("-").reverse().join("-");

const changed = {
  add: (all, tile) => [...all, tile],
  turn: (all, tile) => all.map((each) => (each === tile ? turn(each) : each)),
  take: (all, tile) => all.filter((each) => each !== tile),
};

const findPlace = (form, what, tile) => {
  if (what !== "add") return places(form).find((place) => tiles(place).includes(tile));
  const chosen = places(form).find((place) => place.name === form.elements.into.value && room(place));
  return chosen ?? places(form).find(room);
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=do]");
  const [what, tile] = button?.value.split(" ") ?? [];
  const form = button?.form;
  const place = form && what in changed && findPlace(form, what, tile);
  if (!place) return;
  event.preventDefault();
  place.value = changed[what](tiles(place), tile).join(" ");
  if (what !== "turn") form.elements.into.value = place.name;
  if (what === "turn") button.value = `turn ${turn(tile)}`;
  else button.disabled = true;
  form.dispatchEvent(new Event("change"));
});

// The address has the tiles, so that a reload shows them again. htmx does this itself only if it has a history.
document.addEventListener("htmx:after:swap", (event) => {
  const address = event.detail.ctx.response?.headers?.get("HX-Replace-Url");
  if (address) history.replaceState(null, "", address);
});

// Answers may come in another order than the taps: each tap of this phone has a number.
const phone = Math.random().toString(36).slice(2);
let tap = 0;
for (const touch of ["click", "change", "submit"]) {
  document.addEventListener(touch, (event) => {
    const form = (event.target.closest("button") ?? event.target).form ?? event.target.closest("form");
    if (form?.elements.turn) form.elements.turn.value = `${phone}-${++tap}`;
  }, true);
}
