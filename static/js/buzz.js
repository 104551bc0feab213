// A short buzz and two notes when points are saved on this phone, if it was told to: nobody else's phone makes a sound,
// and none does before somebody has tapped the bell.

const KEPT = "buzz";
const NOTES = [[660, 0], [880, 0.09]]; // hertz, and seconds from now

let heard = document.querySelector("[data-seen]")?.dataset.seen;
let sound = null;

const wanted = () => localStorage.getItem(KEPT) === "on";
const show = () => document.getElementById("buzz")?.setAttribute("aria-pressed", wanted());

function ring() {
  navigator.vibrate?.(40);
  sound ??= new AudioContext();
  for (const [pitch, later] of NOTES) {
    const note = sound.createOscillator();
    const loud = sound.createGain();
    const from = sound.currentTime + later;
    note.frequency.value = pitch;
    loud.gain.setValueAtTime(0.09, from);
    loud.gain.exponentialRampToValueAtTime(0.001, from + 0.18);
    note.connect(loud).connect(sound.destination);
    note.start(from);
    note.stop(from + 0.2);
  }
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("#buzz")) return;
  localStorage.setItem(KEPT, wanted() ? "off" : "on");
  show();
  if (wanted()) ring();
});
document.addEventListener("htmx:after:swap", () => {
  show();
  const seen = document.querySelector("[data-seen]")?.dataset.seen;
  const scored = document.querySelector(".fresh :is(.points, .gain-points):not(.none)");
  if (seen !== heard && scored && wanted()) ring();
  heard = seen;
});
show();
