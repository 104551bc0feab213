// A button that prints the page. What paper does not need is left out by the style.

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});
