// Feedback when an entry is written, by switches at the foot of the pad that the phone stores: it buzzes and plays two
// notes when points are saved on it, and it speaks what the page announces for screen readers.

const NOTES = [[660, 0], [880, 0.09]]; // hertz, and delay in seconds

// Returns a function that says whether the switch is on. `demonstrate` runs when it is switched on.
function connect(button, demonstrate) {
  const isOn = () => localStorage.getItem(button.id) === "on";
  const show = () => button.setAttribute("aria-pressed", isOn());
  button.addEventListener("click", () => {
    localStorage.setItem(button.id, isOn() ? "off" : "on");
    show();
    if (isOn()) demonstrate();
  });
  show();
  return isOn;
}

// -- sound and buzz ------------------------------------------------------------------------------------------------------

const seen = () => document.querySelector("[data-seen]")?.dataset.seen;
let heard = seen();
let sound = null;

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

const buzzes = connect(document.getElementById("buzz"), ring);
document.addEventListener("htmx:after:swap", () => {
  const scored = document.querySelector(".fresh :is(.points, .gain-points):not(.none)");
  if (seen() !== heard && scored && buzzes()) ring();
  heard = seen();
});

// -- speech --------------------------------------------------------------------------------------------------------------

const said = document.getElementById("said");
const speech = document.getElementById("speech");

// Finds a local voice in the language of the page, so that no text leaves the phone.
const findVoice = () =>
  window.speechSynthesis?.getVoices().find((voice) => voice.localService && voice.lang.split(/[-_]/)[0] === document.documentElement.lang);
const offer = () => (speech.hidden = !findVoice());

function speak(sentence) {
  const voice = findVoice();
  if (!voice) return;
  const utterance = new SpeechSynthesisUtterance(sentence);
  [utterance.voice, utterance.lang] = [voice, voice.lang];
  speechSynthesis.cancel(); // only the newest score is spoken
  speechSynthesis.speak(utterance);
}

const speaks = connect(speech, () => speak(speech.textContent.trim()));
new MutationObserver(() => speaks() && speak(said.textContent.trim())).observe(said, { childList: true });
window.speechSynthesis?.addEventListener?.("voiceschanged", offer);
offer();
