// A key that copies the text of a field. The clipboard needs https, and may be refused; then the browser's own command
// copies the selection.

document.addEventListener("click", async (event) => {
  const key = event.target.closest("[data-copy]");
  if (!key) return;
  const field = document.getElementById(key.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  key.textContent = key.dataset.done;
});
