// Time left, by the server's clock: `data-due` (epoch ms) or `data-countdown` (seconds from the moment the page was made).
// `data-urgent` (seconds, 60 if missing), `data-over` (text when nothing is left) and `data-warn` (told once when it becomes
// urgent) are optional. Without JavaScript the text that the server wrote stays.

const root = document.documentElement;
const hour = 3600;
const day = 24 * hour;
let offset = Number(root.dataset.now || Date.now()) - Date.now();

const now = () => Date.now() + offset;

// The page may come from the browser's cache with an old data-now. Any later answer of the server puts it right.
document.addEventListener("server:date", (event) => {
  if (Math.abs(event.detail - now()) > 1500) offset = event.detail - Date.now();
});

/** Whole seconds left as people read them: 1:47, 2:05 h (in French 2 h 05), 3 d. */
function words(seconds) {
  if (seconds < hour) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (seconds < day) {
    const minutes = String(Math.floor((seconds % hour) / 60)).padStart(2, "0");
    const pattern = (root.dataset.hours ?? "{h}:{mm} h").replaceAll(" ", "\u00a0");
    return pattern.replace("{h}", Math.floor(seconds / hour)).replace("{mm}", minutes);
  }
  return `${Math.floor(seconds / day)}\u00a0${root.dataset.unitD ?? "d"}`;
}

/** Moments that were seen before they were urgent, however often their clocks are exchanged meanwhile. */
const far = new Set();

/** Said once to who hears the page; the ticking text itself is silent. */
function warn({ due, warn: text }, urgent) {
  if (!urgent) far.add(due);
  else if (far.delete(due) && text) document.dispatchEvent(new CustomEvent("announce", { detail: { text, calls: true } }));
}

function tick() {
  for (const clock of document.querySelectorAll("[data-due], [data-countdown]")) {
    if (!clock.dataset.due) clock.dataset.due = String(now() + 1000 * Number(clock.dataset.countdown));
    const left = Math.max(0, Math.round((Number(clock.dataset.due) - now()) / 1000));
    const text = left === 0 && clock.dataset.over ? clock.dataset.over : words(left);
    if (clock.textContent !== text) clock.textContent = text;
    const urgent = left <= Number(clock.dataset.urgent || 60);
    warn(clock.dataset, urgent);
    if (urgent === clock.classList.contains("is-urgent") && "said" in clock.dataset) continue;
    clock.classList.toggle("is-urgent", urgent);
    clock.closest("[data-clock-box]")?.classList.toggle("is-now", urgent || clock.hasAttribute("data-mine"));
    clock.dataset.said = "";
  }
}

tick();
setInterval(tick, 1000);
document.addEventListener("regions:updated", tick);
