// Shows the views of the wall in turn; news replaces the present view by its new state.

const EACH = 10_000; // ms for which a view is shown

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
