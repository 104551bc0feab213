// The keys for open ends on the offline page: tap the end that changed, then what it shows now. They fill in the
// field, in which one can type, too. `unsent.js` says which entries wait.

const page = document.getElementById("main");
const form = document.getElementById("more-ends");
const field = form?.elements.ends;
const row = form?.querySelector(".ends-row");
const keys = form?.querySelector(".become-keys");
let open = [];
let chosen = null;

const split = (text) => text.split(/\s+/).filter(Boolean);
const typed = () => (field.value ? split(field.value) : open);
const draw = (end) => document.getElementById(`drawn-${end}`)?.content.cloneNode(true) ?? end;

function render() {
  const ends = typed();
  const add = row.querySelector(".add");
  row.replaceChildren(...ends.map((end, at) => {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "end", ariaLabel: row.dataset.says.replace("%(end)s", end), ariaPressed: at === chosen });
    button.dataset.at = at;
    button.append(draw(end));
    return button;
  }), add);
  add.dataset.at = ends.length;
  add.ariaPressed = ends.length === chosen;
  keys.hidden = chosen === null;
  const [, old] = /^(\d+)$/.exec(ends[chosen]) ?? [];
  for (const key of keys.querySelectorAll("[data-double]")) key.hidden = key.dataset.to !== `${old}-${old}`;
  for (const key of keys.querySelectorAll("[data-to]:not([data-double])")) key.hidden = key.dataset.to === ends[chosen];
}

function change(to) {
  const ends = [...typed()];
  ends.splice(chosen, 1, ...(to ? [to] : []));
  field.value = ends.join(" ");
  chosen = null;
  render();
}

form?.addEventListener("click", (event) => {
  const { at, to } = event.target.closest("button")?.dataset ?? {};
  if (to !== undefined) change(to);
  if (at === undefined) return;
  chosen = Number(at) === chosen ? null : Number(at);
  render();
});
field?.addEventListener("input", render);

// Returns the open ends after one more entry; [] if they cannot be known without the rules of the game.
function follow(ends, fields) {
  const value = (name) => fields.get(name) ?? "";
  if (value("kind") === "pass") return ends;
  if (value("kind") === "ends") return split(value("ends"));
  if (value("kind") !== "play") return [];
  const [one, other] = value("tile").split("-");
  const shown = one === other ? `${one}-${one}` : value("join") ? (value("join") === one ? other : one) : value("pip") === one ? other : one;
  if (!value("at")) return one === other ? [shown] : [one, other];
  const at = ends.findIndex((end) => end === value("pip") || end === `${value("pip")}-${value("pip")}`);
  if (at < 0) return [];
  return ends.length === 1 ? [...ends, shown] : ends.map((end, index) => (index === at ? shown : end));
}

if (form) page.addEventListener("waiting", ({ detail: entries }) => {
  open = entries.reduce(follow, JSON.parse(page.dataset.ends));
  render();
});
