// What is told to who hears the page, in one polite region (#announce). Whoever has something to say dispatches `announce`
// with a sentence. What news bring stands in the answer as [data-tell] items: one that was not in the answer before is
// told once, and passed on as `told`. A sound or a vibration with a turn and a late deadline only where this browser was asked for it.

const place = document.getElementById("announce");
const together = 150; // milliseconds: what comes at once is one sentence after the other, none overwritten
let waiting = [];
let timer = 0;

const keysOf = (page) => new Set([...page.querySelectorAll("[data-tell]")].map((each) => each.dataset.tell));
const kept = (name, as = "on") => { try { return localStorage.getItem(name) === as; } catch { return false; } };
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

const sound = (name) => document.dispatchEvent(new CustomEvent("sound", { detail: name }));

/** A short sound, and a short buzz, each only if asked for on the page of one's settings and where the browser lets it. */
function call() {
  sound("turn");
  try {
    if (kept("vibration")) navigator.vibrate?.(200);
  } catch { /* then it is only said */ }
}

// Boxes that keep a choice of this browser, at once. [data-usual=on] is on until it is switched off.
const isUsual = (box) => box.dataset.usual === "on";
function showBoxes() {
  for (const box of document.querySelectorAll("[data-kept]")) box.checked = isUsual(box) ? !kept(box.dataset.kept, "off") : kept(box.dataset.kept);
}
showBoxes();
document.addEventListener("regions:updated", showBoxes);
document.addEventListener("change", ({ target: box }) => {
  if (!box.matches("[data-kept]")) return;
  try {
    if (box.checked === isUsual(box)) localStorage.removeItem(box.dataset.kept);
    else localStorage.setItem(box.dataset.kept, box.checked ? "on" : "off");
  } catch { box.checked = isUsual(box); }
  if (box.checked && !isUsual(box)) call();
});

document.addEventListener("announce", ({ detail }) => {
  say(typeof detail === "string" ? detail : detail.text);
  if (detail.calls) call();
});

document.addEventListener("regions:replace", ({ detail: page }) => {
  for (const each of page.querySelectorAll("[data-tell]")) {
    if (known.has(each.dataset.tell)) continue;
    say(each.textContent.replace(/\s+/g, " ").trim());
    if (each.hasAttribute("data-calls")) call();
    document.dispatchEvent(new CustomEvent("told", { detail: each }));
  }
  known = keysOf(page);
});
