// After something was written, the board is what everybody wants to see.

document.addEventListener("htmx:after:swap", () => {
  if (document.querySelector(".fresh, .is-over")) window.scrollTo({ top: 0 });
});
