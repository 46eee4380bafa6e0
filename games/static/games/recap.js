// Cards of what happened: arrows on a phone, and motion that explains what is new: cards land or turn over, numbers run from
// old to new. The server wrote the end state; motion plays once for a move, ends with a tap, and is none where the system
// asks for little motion.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const key = `recap ${location.pathname}${location.search}`;
const most = 1600; // milliseconds for all
const runs = 600;
let running = [];

const region = () => document.getElementById("recap");

/** The number of the last move that was played with motion. */
function played() {
  try { return Number(sessionStorage.getItem(key) ?? -1); } catch { return -1; }
}

function keep(number) {
  try { sessionStorage.setItem(key, String(number)); } catch { /* then it moves again on the next page */ }
}

function run(element, wait) {
  const from = Number(element.dataset.from);
  const end = element.textContent;
  const to = Number(end);
  if (!Number.isFinite(from) || !Number.isFinite(to) || from === to) return;
  const start = performance.now() + wait;
  const state = { finish: () => { element.textContent = end; }, over: false };
  const step = (time) => {
    if (state.over) return;
    const part = Math.min(1, Math.max(0, (time - start) / runs));
    element.textContent = part < 1 ? String(Math.round(from + (to - from) * (1 - (1 - part) ** 3))) : end;
    if (part < 1) requestAnimationFrame(step);
  };
  running.push(state);
  requestAnimationFrame(step);
}

function finish() {
  for (const each of running) {
    each.over = true;
    each.finish();
  }
  running = [];
  for (const card of document.querySelectorAll(".rk.is-new")) card.classList.remove("is-new");
}

function move() {
  const recap = region();
  const last = Number(recap?.dataset.number ?? -1);
  const before = played();
  if (last <= before) return;
  keep(last);
  if (calm.matches || document.hidden) return;
  const cards = [...recap.querySelectorAll("#recap-cards > .rk")].filter((card) => Number(card.dataset.last) > before);
  const apart = Math.min(350, (most - runs) / Math.max(1, cards.length - 1));
  cards.forEach((card, place) => {
    card.style.animationDelay = `${Math.round(place * apart)}ms`;
    card.classList.add("is-new");
    for (const number of card.querySelectorAll("[data-from]")) run(number, place * apart);
  });
}

/** Forms carry what the page shows: who decides has seen it. */
function carry() {
  const number = region()?.dataset.number;
  if (number !== undefined) for (const field of document.querySelectorAll("input[name=shown]")) field.value = number;
}

function begin() {
  finish();
  carry();
  move();
}

const place = (strip) => Math.round(Math.abs(strip.scrollLeft) / (strip.firstElementChild.offsetWidth + 12));

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-recap-go]");
  const strip = document.getElementById("recap-cards");
  if (!button || !strip) return;
  const left = (place(strip) + Number(button.dataset.recapGo)) * (strip.firstElementChild.offsetWidth + 12);
  const sign = getComputedStyle(strip).direction === "rtl" ? -1 : 1;
  strip.scrollTo({ left: sign * left, behavior: calm.matches ? "auto" : "smooth" });
});
document.addEventListener("scroll", (event) => {
  if (event.target.id !== "recap-cards") return;
  const at = document.querySelector("[data-recap-at]");
  const strip = event.target;
  const atEnd = Math.abs(strip.scrollLeft) + strip.clientWidth >= strip.scrollWidth - 4;
  if (at) at.textContent = String(atEnd ? strip.children.length : Math.min(strip.children.length, place(strip) + 1));
}, { capture: true, passive: true });
addEventListener("pointerdown", finish, { passive: true });
document.addEventListener("regions:updated", begin);
begin();
