// What is told to who hears the page, in one polite region (#announce). Whoever has something to say dispatches `announce`
// with a sentence. What news bring stands in the answer as [data-tell] items: one that was not in the answer before is
// told once. A sound or a vibration with a turn and a late deadline only where this browser was asked for it.

const place = document.getElementById("announce");
const together = 150; // milliseconds: what comes at once is one sentence after the other, none overwritten
let waiting = [];
let timer = 0;

const keysOf = (page) => new Set([...page.querySelectorAll("[data-tell]")].map((each) => each.dataset.tell));
const kept = (name) => { try { return localStorage.getItem(name) === "on"; } catch { return false; } };
let known = keysOf(document);

function say(text) {
  if (!place || !text) return;
  waiting.push(text);
  clearTimeout(timer);
  place.textContent = ""; // the same sentence again is news again
  timer = setTimeout(() => {
    place.textContent = waiting.join(" ");
    waiting = [];
  }, together);
}

/** A short soft tone, and a short buzz, each only if asked for on the page of one's settings and where the browser lets it. */
function call() {
  try {
    if (kept("vibration")) navigator.vibrate?.(200);
    if (kept("sound") && window.AudioContext) tone();
  } catch { /* then it is only said */ }
}

function tone() {
  const context = new AudioContext();
  const voice = context.createOscillator();
  const loudness = context.createGain();
  loudness.gain.setValueAtTime(0.1, context.currentTime);
  loudness.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.4);
  voice.frequency.value = 660;
  voice.connect(loudness).connect(context.destination);
  voice.start();
  voice.stop(context.currentTime + 0.4);
  voice.onended = () => context.close();
}

// The boxes of the page on reading: a choice of this browser, at once. [data-usual=on] is on until it is switched off.
for (const box of document.querySelectorAll("[data-kept]")) {
  const usual = box.dataset.usual === "on";
  const read = () => { try { return localStorage.getItem(box.dataset.kept); } catch { return null; } };
  box.checked = usual ? read() !== "off" : read() === "on";
  box.addEventListener("change", () => {
    try {
      if (box.checked === usual) localStorage.removeItem(box.dataset.kept);
      else localStorage.setItem(box.dataset.kept, box.checked ? "on" : "off");
    } catch { box.checked = usual; }
    if (box.checked && !usual) call();
  });
}

document.addEventListener("announce", ({ detail }) => {
  say(typeof detail === "string" ? detail : detail.text);
  if (detail.calls) call();
});

document.addEventListener("regions:replace", ({ detail: page }) => {
  for (const each of page.querySelectorAll("[data-tell]")) {
    if (known.has(each.dataset.tell)) continue;
    say(each.textContent.replace(/\s+/g, " ").trim());
    if (each.hasAttribute("data-calls")) call();
  }
  known = keysOf(page);
});
