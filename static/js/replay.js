// Steps through the moves of a round without requests: by the keys, the arrow keys and by swiping. A move of another
// round is loaded; without this script every key is a link.

const FAR = 40; // px of a swipe

let shown = 0;
let begun = null;

const all = (selector) => [...document.querySelectorAll(selector)];
const moves = () => all(".replay-move");
const number = (link) => new URL(link.href).searchParams.get("move");

function find() {
  shown = Math.max(0, moves().findIndex((move) => !move.hidden));
}

function show(at) {
  const [from, to] = [moves()[shown], moves()[at]];
  shown = at;
  from.hidden = true;
  to.hidden = false;
  const tiles = Number(to.dataset.tiles ?? 0);
  document.getElementById("replay-layout")?.classList.toggle("unknown", !("tiles" in to.dataset));
  all(".replay-tile").forEach((tile, order) => {
    tile.classList.toggle("later", order >= tiles);
    tile.classList.toggle("newest", order === tiles - 1 && "laid" in to.dataset);
  });
  all(".replay-held[data-laid-at]").forEach((tile) => tile.classList.toggle("laid", Number(tile.dataset.laidAt) <= at));
  link("move-before", moves()[at - 1], "before");
  link("next-move", moves()[at + 1], "after");
  history.replaceState(history.state, "", address(to));
}

function address(move) {
  const url = new URL(location.href);
  url.searchParams.set("move", move.dataset.move);
  return url;
}

function link(id, move, otherwise) {
  const url = move ? address(move) : document.getElementById("main").dataset[otherwise];
  const key = document.getElementById(id);
  if (url) key.href = url;
  else key.removeAttribute("href");
}

async function go(key) {
  if (!key?.href) return;
  const at = moves().findIndex((move) => move.dataset.move === number(key));
  if (at >= 0) return show(at);
  await htmx.ajax("GET", key.href, { target: "#main", swap: "outerHTML" });
  history.replaceState(history.state, "", key.href);
  find();
}

document.addEventListener("click", (event) => {
  const key = event.target.closest(".replay-keys a, .replay-rounds a");
  if (!key || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(key);
});

const KEYS = { ArrowLeft: "move-before", ArrowRight: "next-move", Home: "first-move", End: "last-move" };
document.addEventListener("keydown", (event) => {
  if (!(event.key in KEYS) || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go(document.getElementById(KEYS[event.key]));
});

document.addEventListener("touchstart", (event) => {
  const inRounds = event.target.closest(".replay-rounds");
  begun = event.touches.length === 1 && !inRounds ? event.touches[0] : null;
}, { passive: true });
document.addEventListener("touchend", (event) => {
  if (!begun) return;
  const [ended] = event.changedTouches;
  const [across, down] = [ended.clientX - begun.clientX, ended.clientY - begun.clientY];
  begun = null;
  if (Math.abs(across) < FAR || Math.abs(across) < 2 * Math.abs(down)) return;
  go(document.getElementById((across < 0) === (document.dir !== "rtl") ? "next-move" : "move-before"));
}, { passive: true });

find();
