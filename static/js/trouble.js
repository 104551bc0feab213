// Says when the pad cannot be reached or failed: the page stays as it is, with everything that was typed.

const trouble = document.getElementById("trouble");

function tell(sentence) {
  trouble.textContent = sentence;
  trouble.hidden = !sentence;
}

document.addEventListener("htmx:error", () => tell(trouble.dataset.offline));
document.addEventListener("htmx:after:request", (event) => {
  const status = event.detail.ctx.response?.status ?? 0;
  tell(status >= 500 ? trouble.dataset.failed : "");
});
// An answer that failed replaces nothing.
document.addEventListener("htmx:before:swap", (event) => {
  if ((event.detail.ctx.response?.status ?? 0) >= 500) event.preventDefault();
});
