// The service worker of a score pad over https: caches what a match needs offline, and stores entries that could not
// be sent. Each entry has its own post, so that it counts once if it is sent twice. The server prepends QUEUED_TAPS,
// the taps that write: see scorekeeper/web/pages/installed.py.

importScripts("static/js/queue.js");

const TOP = new URL(self.registration.scope).pathname.replace(/\/$/, ""); // a proxy may add a path
const KEPT = "scorekeeper-1";
const MOST_PAGES = 40;
const PATIENCE = 8000; // ms for one answer
const NOT_LET_IN = [403, 404, 410];
const BOOK_OR_MATCH = /^(\/b\/\w+)?(\/m\/\w+)?/;
const MATCH_PAGE = /^(\/b\/\w+)?\/m\/\w+(\/sheet|\/board|\/unsent|\/hand)?$/;
const FILES = /(?:href|src)="([^"#]*\/static\/[^"#]+\?v=\w+)"/g; // files with their digest
const WRITES = /^(\/b\/\w+)?\/m\/\w+(\/strike|\/hand)?$/;
const OFFLINE = `${TOP}/offline`;

// The answer of a proxy that reaches no machine. Every answer of the score pad itself has a policy.
const isProxys = ({ status, headers }) => [502, 503, 504].includes(status) && !headers.has("Content-Security-Policy");
// The score pad cannot write at the moment, for example while its database finds a new leader.
const isAway = (answer) => isProxys(answer) || (answer.status === 503 && answer.headers.has("Retry-After"));

const below = (pathname) => pathname.slice(TOP.length); // the address as the score pad knows it

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keep([OFFLINE]));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === "POST" && WRITES.test(below(pathname))) event.respondWith(write(request));
  else if (request.method !== "GET") return;
  else if (below(pathname).startsWith("/static/") && searchParams.has("v")) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request, pathname));
});

self.addEventListener("message", (event) => {
  if (event.data.claim) event.waitUntil(self.clients.claim());
  if (event.data.keep) event.waitUntil(keep(event.data.keep));
  if (event.data.send) event.waitUntil(send());
});
self.addEventListener("sync", (event) => event.waitUntil(send()));

// -- pages and files ----------------------------------------------------------------------------------------------------

async function file(request) {
  const cache = await caches.open(KEPT);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await store(cache, request.url, answer.clone());
  return answer;
}

async function page(request, pathname) {
  const cache = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (isProxys(answer)) throw new Error("no machine answered");
    const ofMatch = MATCH_PAGE.test(below(pathname));
    if (ofMatch && answer.ok) await store(cache, pathname, answer.clone());
    if ((ofMatch && NOT_LET_IN.includes(answer.status)) || answer.status === 410) await forget(cache, pathname);
    return answer;
  } catch {
    return (await cache.match(pathname)) ?? (await cache.match(OFFLINE)) ?? Response.error();
  }
}

async function keep(addresses) {
  const cache = await caches.open(KEPT);
  for (const address of addresses) {
    const { pathname, search } = new URL(address, self.location);
    if (search && (await cache.match(address))) continue; // a file with its digest never changes
    try {
      const answer = await fetch(address);
      if (!answer.ok || answer.redirected) continue;
      const drawnWith = MATCH_PAGE.test(below(pathname)) ? (await answer.clone().text()).matchAll(FILES) : [];
      await keep([...drawnWith].map(([, file]) => file)); // first, because a page without them is useless
      await store(cache, search ? address : pathname, answer);
    } catch {
      return; // without connection the cache stays as it is
    }
  }
}

// Stores one version of each file, and the pages opened last.
async function store(cache, address, answer) {
  const { pathname } = new URL(address, self.location);
  const { status, headers } = answer;
  const whole = new Response(await answer.blob(), { status, headers }); // complete before the old one is deleted
  await cache.delete(pathname, { ignoreSearch: true });
  await cache.put(address, whole);
  const pages = (await cache.keys()).filter((request) => MATCH_PAGE.test(below(new URL(request.url).pathname)));
  for (const old of pages.slice(0, -MOST_PAGES)) await cache.delete(old);
}

// Deletes everything of a match or a book to which the device has no access any more.
async function forget(cache, pathname) {
  const [gone] = below(pathname).match(BOOK_OR_MATCH);
  if (!gone) return;
  for (const request of await cache.keys()) {
    if (`${new URL(request.url).pathname}/`.startsWith(`${TOP}${gone}/`)) await cache.delete(request);
  }
}

// -- entries to send ----------------------------------------------------------------------------------------------------

const signal = () => AbortSignal.timeout(PATIENCE);

async function write(request) {
  const body = await request.clone().text();
  const form = new URLSearchParams(body);
  const counts = Boolean(form.get("post")) && isWritten(request.url, form);
  // Entries saved before are sent first, unless they were refused.
  if (counts && (await ahead(request.url, form.get("post"))).length) await send();
  if (!counts || !(await ahead(request.url, form.get("post"))).length) {
    try {
      const answer = await fetch(request, counts ? { signal: signal() } : {});
      if (counts && answer.status < 400) await Promise.all([form.get("post"), form.get("instead") ?? ""].map(queue.drop));
      if (!counts || !isAway(answer)) return answer;
    } catch {
      if (!counts) return Response.error();
    }
  }
  await navigator.locks.request("queue", () => queue.add(request.url, body));
  await self.registration.sync?.register("posts").catch(() => {});
  await tell({ kept: request.url });
  const aside = `${matchOf(request.url)}/unsent`;
  if (request.mode === "navigate") return Response.redirect(aside, 303);
  return new Response(null, { status: 204, headers: { "HX-Redirect": aside } });
}

async function ahead(address, post) {
  const all = await queue.of(matchOf(address));
  const end = all.findIndex((kept) => kept.refused || kept.post === post);
  return end < 0 ? all : all.slice(0, end);
}

// Whether a form writes: most taps only ask what an entry would score.
function isWritten(address, form) {
  const [what] = (form.get("do") ?? "save").split(" ");
  return address.endsWith("/strike") || QUEUED_TAPS.includes(what);
}

const send = () => navigator.locks.request("posts", sendAll);

// Sends one after the other. A refused entry stays, and later ones of its match wait. A phone without access waits,
// too, and sends its entries when it is let in again.
async function sendAll() {
  const held = new Set();
  for (const kept of await queue.all()) {
    const match = matchOf(kept.address);
    if (kept.refused) held.add(match);
    if (held.has(match)) continue;
    const headers = { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", "X-Kept": "1" };
    let answer;
    try {
      answer = await fetch(kept.address, { method: "POST", headers, body: kept.body, signal: signal() });
    } catch {
      return;
    }
    if (answer.status >= 500) return;
    if (answer.status < 400) {
      await queue.drop(kept.post);
    } else if (answer.status < 409 || answer.status === 410) {
      await queue.put({ ...kept, shut: true });
      held.add(match);
    } else {
      const { reasons, look } = await answer.json().catch(() => ({ reasons: [] }));
      await queue.put({ ...kept, shut: false, refused: { status: answer.status, reasons, look } });
      held.add(match);
    }
    await tell({ sent: kept.address, status: answer.status });
  }
}

async function tell(news) {
  for (const client of await self.clients.matchAll()) client.postMessage(news);
}
