// A button that prints the page. The style sheet omits what is not needed on paper.

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});
