// Keeps the corrections of a photo in the address, so that loading the page again loses none.

document.addEventListener("htmx:after:swap", () => {
  const here = document.getElementById("main")?.dataset.here;
  if (here) history.replaceState(history.state, "", here);
});
