// Sends a large file in parts, continues after a lost connection, and shows the progress; small ones are sent by the
// form.

const PART = 4_000_000; // bytes
const PAUSE = 2000; // ms before another try
const TRIES = 60;

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE));
const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-parts]");
  const [file, ...others] = form?.querySelector("input[type=file]").files ?? [];
  if (!file || form.elements.sent.value || file.size + others.reduce((sum, { size }) => sum + size, 0) <= PART) return;
  if (others.length) return; // several match files, rarely that large; the server reports it if they are
  event.preventDefault();
  arrive(form, file);
});

async function arrive(form, file) {
  const state = form.querySelector(".arriving");
  const progress = state.querySelector("progress");
  const said = state.querySelector(".arriving-said");
  const button = form.querySelector("button");
  state.hidden = false;
  button.disabled = true;
  const sent = newId();
  let at = 0;
  let tries = 0;
  while (at < file.size) {
    const data = new FormData();
    for (const [name, value] of [["csrf_token", form.elements.csrf_token.value], ["sent", sent], ["at", at]]) data.set(name, value);
    data.set("part", file.slice(at, at + PART));
    let answer = null;
    try {
      answer = await fetch(form.dataset.parts, { method: "POST", body: data });
    } catch {
      // no connection: send the same part again
    }
    if (answer && (answer.ok || answer.status === 409)) {
      ({ size: at } = await answer.json());
      tries = 0;
      said.textContent = state.dataset.sending;
      progress.value = at / file.size;
    } else if (++tries === TRIES || (answer && answer.status !== 503)) {
      const told = answer?.status === 507 ? (await answer.json()).reason : state.dataset.failed;
      said.textContent = told;
      button.disabled = false;
      return;
    } else {
      said.textContent = state.dataset.waiting;
      await pause();
    }
  }
  form.elements.sent.value = sent;
  form.elements.called.value = file.name;
  form.querySelector("input[type=file]").disabled = true;
  form.submit();
}
// The browser went back to this page: be ready for another file.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-parts]")) {
    form.elements.sent.value = "";
    form.querySelector("input[type=file]").disabled = false;
    form.querySelector("button").disabled = false;
    form.querySelector(".arriving").hidden = true;
  }
});
