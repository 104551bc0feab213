// What everybody wants to see next comes into view: after something was written the board, before a count the hands.

const counting = () => Boolean(document.getElementById("hands"));
let counted = counting();

document.addEventListener("htmx:after:swap", () => {
  if (document.querySelector(".fresh, .is-over")) window.scrollTo({ top: 0 });
  else if (counting() && !counted) document.querySelector(".hand.here")?.scrollIntoView({ block: "nearest" });
  counted = counting();
});
