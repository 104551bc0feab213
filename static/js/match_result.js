// Each phone celebrates the end of a match once: the totals count up while dominoes topple. Later, and on phones set
// to reduced motion, everything is shown at once.

const LONG = 1100; // ms from zero to the total

function celebrate() {
  const over = document.getElementById("over");
  if (!over) return;
  const seen = `result ${over.dataset.result}`;
  const calm = Boolean(sessionStorage.getItem(seen)) || matchMedia("(prefers-reduced-motion: reduce)").matches;
  document.documentElement.classList.toggle("calm", calm);
  sessionStorage.setItem(seen, "1");
  if (!calm) over.querySelectorAll("[data-count]").forEach(countUp);
}

function countUp(total) {
  const end = Number(total.textContent);
  const begun = performance.now();
  const show = (now) => {
    const share = Math.min(1, Math.max(0, now - begun) / LONG);
    total.textContent = Math.round(end * (1 - (1 - share) ** 3));
    if (share < 1) requestAnimationFrame(show);
  };
  show(begun);
}

// Shares the picture on phones that can share files; elsewhere the link downloads it.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("#picture");
  if (!link || !navigator.canShare) return;
  event.preventDefault();
  const picture = await (await fetch(link.href)).blob();
  const files = [new File([picture], link.download, { type: picture.type })];
  const share = navigator.canShare({ files }) ? navigator.share({ files, title: link.dataset.share }) : Promise.reject();
  share.catch((refused) => {
    if (refused?.name !== "AbortError") location.assign(link.href);
  });
});

document.addEventListener("htmx:after:swap", celebrate);
celebrate();
