// Keeps the corrections of a photo in the address, so that loading the page again loses none; and shows the tile that
// was tapped below, in the lists: it is looked at on top, beside the photo.

document.addEventListener("htmx:after:swap", () => {
  const here = document.getElementById("main")?.dataset.here;
  if (!here) return;
  const looked = findLooked(location.search);
  history.replaceState(history.state, "", here);
  const panel = document.querySelector(".looked-at");
  if (panel && findLooked(location.search) !== looked && panel.getBoundingClientRect().top < 0) scrollTo({ top: 0 });
});

function findLooked(search) {
  return new URLSearchParams(search).get("tile");
}
