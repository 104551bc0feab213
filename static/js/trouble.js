// Says when the pad cannot be reached or failed. The page stays as it is, with everything that was typed.

const trouble = document.getElementById("trouble");
const LOOK_AGAIN = [409, 422]; // the same form with errors

const TOLD = [503, 507]; // no space on the disk or in the book, for example: the answer says so

let disk = false; // whether the last attempt to write failed

function tell(sentence) {
  trouble.textContent = sentence;
  trouble.hidden = !sentence;
}

const statusOf = (event) => event.detail.ctx.response?.status ?? 0;
const SHUT = [403, 410]; // access was withdrawn, or the match deleted
const ofPad = (event) => event.detail.ctx.response?.headers.has("Content-Security-Policy"); // not the answer of a proxy
const failed = (status) => status >= 400 && !LOOK_AGAIN.includes(status);

document.addEventListener("htmx:error", () => tell(trouble.dataset.offline));
document.addEventListener("htmx:after:request", (event) => {
  const status = statusOf(event);
  const written = event.detail.ctx.sourceElement.matches("form"); // not only a preview of the points
  if (!failed(status) && (written || !disk)) tell("");
  disk = TOLD.includes(status) || (disk && !written);
  if (status >= 502 && status <= 504 && !ofPad(event)) tell(trouble.dataset.offline);
  else if (TOLD.includes(status)) tell(event.detail.ctx.text);
  else if (SHUT.includes(status)) tell(trouble.dataset.shut);
  else if (failed(status)) tell(status < 500 ? trouble.dataset.outdated : trouble.dataset.failed);
});
// A failed answer replaces nothing.
document.addEventListener("htmx:before:swap", (event) => {
  if (failed(statusOf(event))) event.preventDefault();
});
