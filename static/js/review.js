// Stores the corrections of a photo in the address, so that a reload loses none; and scrolls up to a tile that was
// tapped in the lists below, because it is shown at the top, next to the photo.

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
