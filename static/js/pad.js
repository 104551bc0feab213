// What everybody wants to see next comes into view: after something was written the board, before a count the hands. Why
// a form was refused stands above the key that was tapped, and nothing moves.

const counting = () => Boolean(document.getElementById("hands"));
let counted = counting();

document.addEventListener("htmx:after:swap", (event) => {
  const refused = [409, 422].includes(event.detail.ctx.response?.status);
  if (!refused && document.querySelector(".fresh, .is-over")) window.scrollTo({ top: 0 });
  else if (!refused && counting() && !counted) document.querySelector(".hand.here")?.scrollIntoView({ block: "nearest" });
  counted = counting();
  // What was tapped or pressed is often gone with the answer: whoever uses the keyboard goes on at the next entry.
  if (document.activeElement === document.body) document.getElementById("entry")?.focus({ preventScroll: true });
});
