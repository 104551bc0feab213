// What only https (or this computer itself) allows: keeping the running match for when the connection is lost, sending
// later what could not be sent, and a screen that stays on. Elsewhere nothing of it is there, and nothing is missed.

const workers = navigator.serviceWorker;
const top = new URL("../../", import.meta.url); // where the score pad is served: a proxy may add a path
const live = document.getElementById("live");
const aside = document.getElementById("aside"); // the way to what waits on this device
const tell = (message) => workers.ready.then((found) => found.active.postMessage(message));

// The page that is open, the pad and the sheet of this match, and the files they are drawn with.
function keep() {
  const here = location.pathname.match(/^.*?\/m\/\w+/)?.[0];
  const files = performance.getEntriesByType("resource").map((entry) => entry.name);
  const ours = files.filter((name) => name.startsWith(`${top}static/`) && name.includes("?v="));
  const pages = live ? [here, location.pathname, `${here}/sheet`, ...(aside ? [`${here}/unsent`] : [])] : [];
  tell({ keep: [...ours, ...new Set(pages)] });
}

// Shown while entries wait here, and while the score pad cannot be reached: the page beside it asks nobody anything.
async function offer(lost) {
  if (!aside || !workers.controller) return;
  const waiting = (await queue.of(aside.dataset.match)).length;
  aside.textContent = waiting ? aside.dataset.waiting : aside.dataset.lost;
  aside.hidden = !waiting && !lost;
  aside.classList.toggle("disconnected", lost);
  aside.href = `${aside.pathname}#${document.querySelector("#fill [name=seen]")?.value ?? ""}`;
}

if (workers) {
  workers.register(`${top}worker.js`).catch(() => {}); // an unknown certificate, say: then it is a page like any other
  tell({ claim: true, send: true }); // a page that was loading while the worker began is not yet its own
  if (document.readyState === "complete") keep();
  else window.addEventListener("load", keep);
  offer(false);
  document.addEventListener("connected", () => {
    tell({ send: true });
    offer(false);
  });
  document.addEventListener("disconnected", () => offer(true));
  workers.addEventListener("message", () => offer(false));
  let later = 0;
  document.addEventListener("htmx:after:swap", () => {
    clearTimeout(later);
    later = setTimeout(keep, 3000);
  });
}

let awake = null;
async function stayAwake() {
  if (document.hidden || (awake && !awake.released)) return;
  awake = await navigator.wakeLock.request("screen").catch(() => null); // refused when the battery is low
}
if (live && navigator.wakeLock) {
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}

// The time zone of this phone, by which pages tell days and times. The page that is open was written before it was known:
// where its clock was another one it is loaded once more, but not where it answers a form.
const zone = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
const isTold = () => document.cookie.split("; ").includes(zone);
if (!isTold()) {
  document.cookie = `${zone}; path=${top.pathname}; max-age=34560000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
  const { offset } = document.documentElement.dataset;
  if (isTold() && offset && Number(offset) !== -new Date().getTimezoneOffset()) location.reload();
}
