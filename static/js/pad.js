// What everybody wants to see next comes into view: what is wrong, or after something was written the board, or before a
// count the hands.

const counting = () => Boolean(document.getElementById("hands"));
let counted = counting();

document.addEventListener("htmx:after:swap", (event) => {
  const refused = [409, 422].includes(event.detail.ctx.response?.status);
  const wrong = refused && document.querySelector("#stale, .problems, .doubts");
  if (wrong) wrong.scrollIntoView({ block: "center" });
  else if (document.querySelector(".fresh, .is-over")) window.scrollTo({ top: 0 });
  else if (counting() && !counted) document.querySelector(".hand.here")?.scrollIntoView({ block: "nearest" });
  counted = counting();
  // What was tapped or pressed is often gone with the answer: whoever uses the keyboard goes on at the next entry.
  if (document.activeElement === document.body) document.getElementById("entry")?.focus({ preventScroll: true });
});
