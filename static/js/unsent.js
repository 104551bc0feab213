// The page beside the pad that needs no answer: what waits on this device, and a form for one more entry.

const page = document.getElementById("main");
const forms = [...document.querySelectorAll(".one-more")];
const { match, pad } = page.dataset;
const players = JSON.parse(page.dataset.players);
const wording = page.dataset;
const AGAIN = 3000; // ms between two tries

let waited = false;

// The fields of the form as it was saved. A tap that writes a move at once fills in a form of its own: see
// scorekeeper/web/forms/one_tap.py.
function fieldsOf(kept) {
  const fields = new URLSearchParams(kept.body);
  const [what, ...where] = (fields.get("do") ?? "").split(" ");
  if (what === "lay") ["tile", "at", "pip", "join"].forEach((name, at) => where[at] && fields.set(name, where[at]));
  if (what === "all") fields.set("ends", where.join(" "));
  if (what === "lay" || what === "all") fields.set("kind", what === "lay" ? "play" : "ends");
  return fields;
}

// What was saved, in the words of the sheet.
function said(kept) {
  const fields = fieldsOf(kept);
  if (kept.address.endsWith("/strike")) return wording.strike.replace("%(number)s", fields.get("number"));
  if (fields.get("kind") === "play") return `${fields.get("player") ?? ""}: ${fields.get("tile")}`;
  if (fields.get("kind") === "result") return `${wording[fields.get("won")] ?? ""} ${fields.getAll("left").join(" ")}`;
  if (fields.get("kind") !== "round") return `${fields.get("player") ?? ""}: ${fields.get("ends") ?? fields.get("tile")}`;
  const [how, seat] = (fields.get("ended") ?? "").split(" ");
  const hands = players.map((player, at) => [player, fields.getAll(`hand-${at + 1}`).join(" ")]).filter(([, hand]) => hand);
  const ended = how === "out" ? wording.out.replace("%(player)s", players[seat - 1]) : (wording[how] ?? "");
  return [ended, ...hands.map((each) => each.join(" "))].join(" · ");
}

// The pad with the entry as it was saved, to be looked at and saved again `instead` of this one, which then goes.
function toPad(kept) {
  const fields = fieldsOf(kept);
  for (const name of ["csrf_token", "seen", "post", "do", "accepted", "from"]) fields.delete(name);
  fields.set("instead", kept.post);
  return kept.address.endsWith("/strike") ? `${pad}/sheet` : `${pad}?${fields}`;
}

async function show() {
  const kept = await queue.of(match);
  if (waited && !kept.length) location.replace(pad);
  waited ||= kept.length > 0;
  const list = document.getElementById("waiting");
  list.replaceChildren(...kept.map(slip));
  list.hidden = !kept.length;
  const last = kept.filter((each) => !each.refused).at(-1);
  const seen = Math.max(page.dataset.seen, location.hash.slice(1), last ? Number(seenBy(last)) + 1 : 0);
  for (const form of forms) form.elements.seen.value = seen;
}

function slip(kept, at, all) {
  const item = document.getElementById("slip").content.cloneNode(true).firstElementChild;
  const behind = all.slice(0, at).some((each) => each.refused);
  const { refused } = kept;
  item.querySelector(".slip-said").textContent = said(kept);
  item.querySelector(".slip-state").textContent = refused ? (refused.status < 409 ? wording.shut : wording.refused) : behind ? wording.behind : wording.waits;
  item.classList.toggle("refused", Boolean(refused));
  const reasons = item.querySelector(".slip-reasons");
  reasons.replaceChildren(...(refused?.reasons ?? []).map((reason) => Object.assign(document.createElement("li"), { textContent: reason })));
  reasons.hidden = !reasons.children.length;
  const look = item.querySelector(".slip-look");
  look.hidden = !refused;
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
  for (const form of forms) form.elements.post.value = crypto.randomUUID(); // also of a page that was kept
  show();
  send();
});
window.addEventListener("online", send);
setInterval(() => document.hidden || send(), AGAIN);
