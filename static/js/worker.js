// Runs beside the pages where the score pad is served over https: keeps what a match needs to be looked at without
// connection, and entries that could not be sent. Each entry carries its own post, so that sent twice it counts once.

const KEPT = "scorekeeper-1";
const MOST_PAGES = 30;
const MATCH_PAGE = /^\/m\/\w+(\/sheet|\/board)?$/;
const WRITES = /^\/m\/\w+(\/strike)?$/;
const OFFLINE = "/offline";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keep([OFFLINE]));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.method === "POST" && WRITES.test(pathname)) event.respondWith(write(request));
  else if (request.method !== "GET") return;
  else if (pathname.startsWith("/static/") && searchParams.has("v")) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request, pathname));
});

self.addEventListener("message", (event) => {
  if (event.data.claim) event.waitUntil(self.clients.claim());
  if (event.data.keep) event.waitUntil(keep(event.data.keep));
  if (event.data.send) event.waitUntil(send());
});
self.addEventListener("sync", (event) => event.waitUntil(send()));

// -- to look at ---------------------------------------------------------------------------------------------------------

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
    if (MATCH_PAGE.test(pathname)) {
      if (answer.ok) await store(cache, pathname, answer.clone());
      else if (answer.status === 403 || answer.status === 404) await forget(cache, pathname);
    }
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
      if (answer.ok && !answer.redirected) await store(cache, search ? address : pathname, answer);
    } catch {
      return; // without connection what was kept before stays
    }
  }
}

// One version of each file, and the pages that were looked at last.
async function store(cache, address, answer) {
  const { pathname } = new URL(address, self.location);
  await cache.delete(pathname, { ignoreSearch: true });
  await cache.put(address, answer);
  const pages = (await cache.keys()).filter((request) => MATCH_PAGE.test(new URL(request.url).pathname));
  for (const old of pages.slice(0, -MOST_PAGES)) await cache.delete(old);
}

// A device that was let out keeps nothing of the match.
async function forget(cache, pathname) {
  const [match] = pathname.match(/^\/m\/\w+/);
  for (const request of await cache.keys()) {
    if (new URL(request.url).pathname.startsWith(match)) await cache.delete(request);
  }
}

// -- to be sent ---------------------------------------------------------------------------------------------------------

async function write(request) {
  const copy = request.clone();
  try {
    return await fetch(request);
  } catch {
    const body = await copy.text();
    const form = new URLSearchParams(body);
    if (!form.get("post") || !isWritten(request.url, form)) return Response.error();
    await queue("readwrite", (posts) => posts.put({ post: form.get("post"), address: request.url, body }));
    await self.registration.sync?.register("posts").catch(() => {});
    return new Response(null, { status: 204, headers: { "X-Kept": "1" } });
  }
}

// Most taps only ask what an entry would score.
function isWritten(address, form) {
  const [what] = (form.get("do") ?? "save").split(" ");
  return address.endsWith("/strike") || ["save", "lay", "all"].includes(what);
}

const send = () => navigator.locks.request("posts", sendAll);

async function sendAll() {
  for (const { post, address, body } of await queue("readonly", (posts) => posts.getAll())) {
    const headers = { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true" };
    let status = 0;
    try {
      ({ status } = await fetch(address, { method: "POST", headers, body }));
    } catch {
      return;
    }
    if (status >= 500) return;
    await queue("readwrite", (posts) => posts.delete(post));
    for (const client of await self.clients.matchAll()) client.postMessage({ sent: address, status });
  }
}

function queue(mode, ask) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("scorekeeper", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("posts", { keyPath: "post" });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const work = opening.result.transaction("posts", mode);
      const asked = ask(work.objectStore("posts"));
      work.oncomplete = () => {
        opening.result.close();
        resolve(asked.result);
      };
      work.onerror = () => reject(work.error);
    };
  });
}
