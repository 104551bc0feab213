// Shares a link with the phone's own dialog, which browsers have over https.

for (const button of document.querySelectorAll("[data-share-link]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    navigator.share({ url: button.dataset.shareLink, title: document.title }).catch(() => {}); // the dialog was closed
  });
}
