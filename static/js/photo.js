// Sends a photo as soon as it is taken or chosen, shows its progress and its place in the queue, and loses nothing if
// the Wi-Fi fails. If a page may use the camera, this is done on the photo's own page.

const MOST_BYTES = 32_000_000;
const EVERY = 1500; // milliseconds between two requests for its place

let waiting = null; // the address and the data to send again after a lost connection
let underway = null; // the request that sends it, until it is answered

function tell(sentence, { share = null, again = false, bad = false } = {}) {
  const state = document.getElementById("photo-state");
  const progress = state.querySelector("progress");
  state.hidden = !sentence;
  state.classList.toggle("problems", bad);
  state.querySelector(".photo-said").textContent = sentence;
  state.querySelector(".photo-choices").hidden = !bad;
  state.querySelector("[data-photo-again]").hidden = !again;
  progress.hidden = bad;
  state.querySelector("[data-photo-cancel]").hidden = bad;
  if (share === null) progress.removeAttribute("value");
  else progress.value = share;
  return state;
}

const words = () => document.getElementById("photo-state").dataset;

// Shows how many photos are before this one, by a secret ticket, until it is read.
async function tellPlace(request, ticket) {
  let said = words().reading;
  tell(said);
  while (underway === request) {
    await new Promise((then) => setTimeout(then, EVERY));
    const answer = await fetch(`${words().line}?ticket=${ticket}`).catch(() => null);
    const sentence = (answer?.ok && (await answer.text())) || words().reading;
    if (underway === request && sentence !== said) tell((said = sentence));
  }
}

function send(address, data) {
  const request = new XMLHttpRequest();
  const ticket = crypto.getRandomValues(new Uint32Array(4)).join("-");
  data.set("ticket", ticket);
  waiting = { address, data };
  underway = request;
  document.body.classList.add("sending-photo");
  tell(words().sending, { share: 0 });
  request.upload.onprogress = (event) => {
    if (event.lengthComputable) tell(words().sending, { share: event.loaded / event.total });
  };
  request.upload.onload = () => tellPlace(request, ticket);
  request.onload = () => {
    const page = new URL(request.responseURL);
    if (request.status < 400 && page.href !== new URL(address, location).href) {
      underway = null;
      location.assign(page);
      return;
    }
    const answer = new DOMParser().parseFromString(request.responseText, "text/html");
    // The queue was full: one tap sends the photo again.
    finish(answer.querySelector("#photo-problem, #problem")?.textContent ?? words().failed, request.status === 503);
  };
  request.onerror = () => finish(words().offline, true);
  request.onabort = () => stop();
  request.open("POST", address);
  request.send(data);
}

function stop() {
  underway = null;
  document.body.classList.remove("sending-photo");
  tell("");
}

function finish(sentence, again = false) {
  stop();
  tell(sentence, { again, bad: true });
}

document.addEventListener("change", (event) => {
  const input = event.target;
  if (!input.matches("[data-photo]") || !input.files.length || document.body.classList.contains("sending-photo")) return;
  const [file] = input.files;
  const data = new FormData(input.form);
  data.set("picture", file);
  // On the pad, the fields of its form are sent, too.
  const fill = document.getElementById("fill");
  const given = fill ? [...new FormData(fill)] : [];
  for (const [name] of given) data.delete(name);
  for (const [name, value] of given) data.append(name, value); // one for each picked tile
  const address = input.form.action;
  input.value = ""; // so that the same photo can be chosen again
  if (file.size > MOST_BYTES) finish(words().large);
  else send(address, data);
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-photo-again]") && waiting) send(waiting.address, waiting.data);
  if (event.target.closest("[data-photo-close]")) tell("");
  if (event.target.closest("[data-photo-cancel]")) underway?.abort();
});

// Over plain http a page cannot use cameras, and the phone's own app takes the photo.
let camera = false;
const findCamera = (devices) => (camera = devices.some((each) => each.kind === "videoinput"));
navigator.mediaDevices?.enumerateDevices().then(findCamera, () => {});

document.addEventListener("click", (event) => {
  if (!camera || !event.target.matches("[data-live]")) return;
  event.preventDefault();
  const page = new URL(event.target.dataset.live, location);
  const fill = document.getElementById("fill");
  const given = fill ? [...new FormData(fill)] : [];
  for (const [name, value] of given) if (name !== "csrf_token") page.searchParams.append(name, value);
  location.assign(page);
});

// The browser went back to this page: be ready for another photo.
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  stop();
});
