// The entries and hands that wait on this device until the score pad can be reached, in the order in which they were
// saved. Pages and the worker share them. `refused` has the status and the reasons if the score pad refused one, and
// for a hand the address to `look` at; one that is `shut` waits until this phone may write again.

const matchOf = (address) => new URL(address, self.location).pathname.match(/^.*?\/m\/\w+/)[0];

const queue = {
  all: async () => (await inStore("readonly", (posts) => posts.getAll())).sort((one, other) => (one.place ?? 0) - (other.place ?? 0)),
  of: async (match) => (await queue.all()).filter((kept) => matchOf(kept.address) === match),
  find: (post) => inStore("readonly", (posts) => posts.get(post)),
  put: (kept) => inStore("readwrite", (posts) => posts.put(kept)),
  drop: (post) => inStore("readwrite", (posts) => posts.delete(post)),

  // An entry replaces only itself, if it is saved once more, or a refused one that it is written `instead` of. A new
  // one comes after those that wait, whatever its page had seen. A hand has no such order: it names its round itself.
  async add(address, body) {
    const form = new URLSearchParams(body);
    const all = await queue.all();
    const same = all.find((kept) => kept.post === form.get("post"));
    if (same?.given === body && !same.refused) return;
    if (same) form.set("post", crypto.randomUUID());
    const mended = all.find((kept) => (kept.refused || kept.shut) && [form.get("instead"), same?.post].includes(kept.post));
    const ahead = all.filter((kept) => matchOf(kept.address) === matchOf(address) && !kept.refused && !isHand(kept));
    if (!mended && form.has("seen")) form.set("seen", Math.max(form.get("seen"), ...ahead.map((kept) => Number(seenBy(kept)) + 1)));
    const place = mended?.place ?? Math.max(0, ...all.map((kept) => kept.place ?? 0)) + 1;
    await queue.put({ post: form.get("post"), address, place, given: body, body: form.toString(), refused: null });
    if (mended) await queue.drop(mended.post);
  },
};

const isHand = (kept) => kept.address.endsWith("/hand");
const seenBy = (kept) => new URLSearchParams(kept.body).get("seen");

function inStore(mode, ask) {
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
