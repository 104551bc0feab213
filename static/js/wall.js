// Shows the views of the wall one after the other; news bring the same view with what has changed.

const EACH = 10_000; // ms that a view stays

let shown = 0;

function show() {
  const views = document.querySelectorAll(".wall-view");
  views.forEach((view, number) => { view.hidden = number !== shown % views.length; });
}

show();
document.addEventListener("htmx:after:swap", show);
setInterval(() => {
  shown = (shown + 1) % Math.max(1, document.querySelectorAll(".wall-view").length);
  show();
}, EACH);
