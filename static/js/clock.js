// Counts the clock of an event down between two answers of the score pad.

const ends = new WeakMap(); // by clock on the page, the moment when it calls time

function tick() {
  for (const clock of document.querySelectorAll("[data-left]")) {
    if (!ends.has(clock)) ends.set(clock, Date.now() + 1000 * Number(clock.dataset.left));
    const left = Math.max(0, Math.round((ends.get(clock) - Date.now()) / 1000));
    const text = left || !clock.dataset.over ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : clock.dataset.over;
    if (clock.textContent !== text) clock.textContent = text;
    const soon = left > 0 && left <= Number(clock.dataset.warning ?? 0);
    clock.classList.toggle("soon", soon);
    for (const [name, shown] of [["soon", soon], ["over", !left]]) {
      const said = clock.parentElement.querySelector(`:scope > .clock-${name}`);
      if (said && clock.classList.contains("clock")) said.hidden = !shown;
    }
  }
}

tick();
setInterval(tick, 1000);
