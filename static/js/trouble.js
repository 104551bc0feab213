// Says when the pad cannot be reached or failed: the page stays as it is, with everything that was typed.

const trouble = document.getElementById("trouble");
const LOOK_AGAIN = [409, 422]; // the same form again, with what is wrong

function tell(sentence) {
  trouble.textContent = sentence;
  trouble.hidden = !sentence;
}

const statusOf = (event) => event.detail.ctx.response?.status ?? 0;
const failed = (status) => status >= 400 && !LOOK_AGAIN.includes(status);

document.addEventListener("htmx:error", () => tell(trouble.dataset.offline));
document.addEventListener("htmx:after:request", (event) => {
  const status = statusOf(event);
  if (!failed(status)) tell("");
  else tell(status < 500 ? trouble.dataset.outdated : trouble.dataset.failed);
});
// An answer that failed replaces nothing.
document.addEventListener("htmx:before:swap", (event) => {
  if (failed(statusOf(event))) event.preventDefault();
});
