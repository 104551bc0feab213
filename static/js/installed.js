// What only https or localhost allows: caching the running match for use offline, sending unsent entries later, and
// keeping the screen on. Elsewhere the pad works without these.

const workers = navigator.serviceWorker;
const top = new URL("../../", import.meta.url); // the score pad's root; a proxy may add a path
const live = document.getElementById("live");
const aside = document.getElementById("aside"); // the link to the offline page
const tell = (message) => workers.ready.then((found) => found.active.postMessage(message));

// Caches the open page, the pad and the sheet of this match, and their files.
function keep() {
  const here = location.pathname.match(/^.*?\/m\/\w+/)?.[0];
  const files = performance.getEntriesByType("resource").map((entry) => entry.name);
  const ours = files.filter((name) => name.startsWith(`${top}static/`) && name.includes("?v="));
  const pages = live ? [here, location.pathname, `${here}/sheet`, ...(aside ? [`${here}/unsent`] : [])] : [];
  tell({ keep: [...ours, ...new Set(pages)] });
}

// Shows the link to the offline page while entries wait, or while the score pad cannot be reached.
async function offer(lost) {
  if (!aside || !workers.controller) return;
  const waiting = (await queue.of(aside.dataset.match)).length;
  aside.textContent = waiting ? aside.dataset.waiting : aside.dataset.lost;
  aside.hidden = !waiting && !lost;
  aside.classList.toggle("disconnected", lost);
  aside.href = `${aside.pathname}#${document.querySelector("#fill [name=seen]")?.value ?? ""}`;
}

if (workers) {
  workers.register(`${top}worker.js`).catch(() => {}); // refused, for example with an unknown certificate
  tell({ claim: true, send: true }); // the worker does not control yet a page that was loaded before it
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

// The time zone of this phone, for the days and times on pages. If the server rendered the open page with another
// offset because it did not know the zone yet, the page is loaded again, unless it answers a form.
const zone = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
const isTold = () => document.cookie.split("; ").includes(zone);
if (!isTold()) {
  document.cookie = `${zone}; path=${top.pathname}; max-age=34560000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
  const { offset } = document.documentElement.dataset;
  if (isTold() && offset && Number(offset) !== -new Date().getTimezoneOffset()) location.reload();
}
