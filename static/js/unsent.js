// The offline page: the entries that wait on this device, and a form for one more entry.

const page = document.getElementById("main");
const forms = [...document.querySelectorAll(".one-more")];
const { match, pad } = page.dataset;
const wording = page.dataset;
const formOf = JSON.parse(page.dataset.forms); // the kind of form by the tap that fills it in and writes at once
const AGAIN = 3000; // ms between two tries
const FIELD = /%\((.*?)\)s/g; // a field in a template

let waited = false;
let onward = pad; // where to go when everything is sent

// Returns the kind and the fields of the saved form. A tap that writes a move at once fills in a form of its own, see
// scorekeeper/web/forms/one_tap.py.
function fieldsOf(kept) {
  const fields = new URLSearchParams(kept.body);
  const [what, ...where] = (fields.get("do") ?? "").split(" ");
  if (what === "lay") ["tile", "at", "pip", "join"].forEach((name, at) => where[at] && fields.set(name, where[at]));
  if (what === "all") fields.set("ends", where.join(" ").replace("*", ""));
  if (formOf[what]) fields.set("kind", formOf[what]);
  if (kept.address.endsWith("/strike")) fields.set("kind", fields.has("back") ? "restore" : "void");
  if (isHand(kept)) {
    fields.set("kind", "hand");
    if (what !== "give") fields.delete(`hand-${fields.get("seat")}`);
    if (what === "out") fields.set("out", fields.get("seat"));
    if (what === "blocked") fields.set("blocked", "1");
  }
  return fields;
}

// Returns the entry in words, by the template of its kind.
function said(kept) {
  const fields = fieldsOf(kept);
  const { parts = "[]", words = "{}" } = document.getElementById(`said-${fields.get("kind")}`)?.dataset ?? {};
  const worded = JSON.parse(words);
  const value = (name) => fields.getAll(name).map((each) => worded[name]?.[each] ?? each).join(" ");
  const filled = (part) => [...part.matchAll(FIELD)].some(([, name]) => value(name));
  return JSON.parse(parts).filter(filled).map((part) => part.replace(FIELD, (_, name) => value(name))).join(" · ");
}

// Returns the address of the pad with the saved entry, to be checked and saved again `instead` of this one.
function toPad(kept) {
  if (isHand(kept)) return kept.refused?.look ?? `${pad}/hand`;
  if (kept.address.endsWith("/strike")) return `${pad}/sheet`;
  const fields = fieldsOf(kept);
  for (const name of ["csrf_token", "seen", "post", "do", "accepted", "from"]) fields.delete(name);
  fields.set("instead", kept.post);
  return `${pad}?${fields}`;
}

// Selects the next player in turn order after a move that waits, unless another one is chosen later. After any other
// entry that waits, it is not known who moves next.
let turnAfter = null; // the post of that entry
function chooseMover(last) {
  if (!last || last.post === turnAfter) return;
  turnAfter = last.post;
  const fields = fieldsOf(last);
  const players = [...document.querySelectorAll("[data-in-turn] [name=player]")];
  const turns = JSON.parse(page.dataset.turns);
  const mover = ["ends", "play", "pass"].includes(fields.get("kind")) ? Object.keys(turns).indexOf(fields.get("player")) : -1;
  const next = mover < 0 ? "" : Object.keys(turns)[(mover + 1) % Object.keys(turns).length];
  for (const player of players) player.checked = player.value === next;
  document.getElementById("to-move").textContent = turns[next] ?? "";
}

async function show() {
  const kept = await queue.of(match);
  if (waited && !kept.length) location.replace(onward);
  waited ||= kept.length > 0;
  if (kept.length) onward = kept.every(isHand) ? `${pad}/hand` : pad;
  const list = document.getElementById("waiting");
  list.replaceChildren(...kept.map(slip));
  list.hidden = !kept.length;
  const last = kept.filter((each) => !each.refused && !isHand(each)).at(-1);
  const seen = Math.max(page.dataset.seen, location.hash.slice(1), last ? Number(seenBy(last)) + 1 : 0);
  for (const form of forms) form.elements.seen.value = seen;
  document.getElementById("not-counted")?.toggleAttribute("hidden", !kept.length);
  chooseMover(last);
  const entries = kept.filter((each) => !each.refused && !isHand(each)).map(fieldsOf);
  page.dispatchEvent(new CustomEvent("waiting", { detail: entries })); // for the keys of unsent_ends.js
}

function slip(kept, at, all) {
  const item = document.getElementById("slip").content.cloneNode(true).firstElementChild;
  const behind = all.slice(0, at).some((each) => each.refused);
  const { refused, shut } = kept;
  item.querySelector(".slip-said").textContent = said(kept);
  item.querySelector(".slip-state").textContent = refused ? wording.refused : shut ? wording.shut : behind ? wording.behind : wording.waits;
  item.classList.toggle("refused", Boolean(refused));
  const reasons = item.querySelector(".slip-reasons");
  reasons.replaceChildren(...(refused?.reasons ?? []).map((reason) => Object.assign(document.createElement("li"), { textContent: reason })));
  reasons.hidden = !reasons.children.length;
  const look = item.querySelector(".slip-look");
  look.hidden = !refused && !shut;
  look.href = toPad(kept);
  item.querySelector(".slip-away").addEventListener("click", async () => {
    if (!confirm(`${wording.sure}\n${said(kept)}`)) return;
    await queue.drop(kept.post);
    show();
  });
  return item;
}

const send = () => navigator.serviceWorker?.ready.then((found) => found.active.postMessage({ send: true }));

navigator.serviceWorker?.addEventListener("message", show);
window.addEventListener("pageshow", () => {
  for (const form of forms) form.elements.post.value = crypto.randomUUID(); // also on a page from the cache
  show();
  send();
});
window.addEventListener("online", send);
setInterval(() => document.hidden || send(), AGAIN);
