// A link is passed on the way the phone passes links on, where the browser has one: behind https, that is.

for (const button of document.querySelectorAll("[data-share-link]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    navigator.share({ url: button.dataset.shareLink, title: document.title }).catch(() => {}); // nobody was chosen
  });
}
