// Dice are kept by tap, by dragging them up (down gives them back) and by the keys 1 to 5; only thrown ones tumble. A tap on
// a lit pair of the spiral chooses its meal, one on another pair the meal that is gone for, where chances are guessed. The page
// works without any of it.

const LIFT = 24; // pixels
const PAUSE = 700; // milliseconds
const turn = () => document.querySelector("form[data-dice]");
const dice = () => [...(turn()?.querySelectorAll(".y-die") ?? [])];
let before = null; // the dice as they lay, and which of them were kept
let drag = null;
let quiet = 0; // until then dice have just come

/** Shows on the spiral which pair is meant, and on the button how many dice are thrown. */
function show() {
  const form = turn();
  const eat = form?.querySelector("[data-eat]");
  const pair = (eat && !eat.hidden && eat.dataset.pair) || form?.elements.aim?.value || "";
  const places = new Set(pair.split("-"));
  for (const tile of document.querySelectorAll("[data-spiral] [data-place]"))
    tile.classList.toggle("is-chosen", places.has(tile.dataset.place));
  for (const link of document.querySelectorAll("[data-spiral] [data-pair]")) link.classList.toggle("is-chosen", link.dataset.pair === pair);
  const keeps = [...(form?.querySelectorAll("[name=keep]") ?? [])];
  const kept = keeps.filter((die) => die.checked).length;
  name(form?.querySelector("[data-throw]"), keeps.length, kept);
  const chance = form?.querySelector("[data-chance]");
  if (chance) chance.textContent = form.elements.guess.value;
}

/** The button says what it will do. With all dice kept there is nothing to throw. */
function name(button, dice, kept) {
  if (!button) return;
  button.textContent = JSON.parse(button.dataset.throw)[dice - kept];
  button.name = kept ? "reroll" : "keep_none";
  if (kept === dice) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
}

/** A second press of the same thumb does not throw what the first one brought. */
function refuse(event) {
  const button = event.target.closest?.("[data-throw]");
  if (button?.matches("[aria-disabled]") || (button?.name === "keep_none" && Date.now() < quiet)) event.preventDefault();
}
document.addEventListener("click", refuse, { capture: true });

/** A meal of a pair on the button under the dice; a second tap goes on to its next point die. */
function choose(pair) {
  const eat = turn()?.querySelector("[data-eat]");
  const meals = [...(turn()?.querySelectorAll("[data-meal]") ?? [])].filter((meal) => meal.dataset.meal === pair);
  if (!eat || !meals.length) return;
  const next = meals[(meals.findIndex((meal) => meal.value === eat.value) + 1) % meals.length];
  eat.value = next.value;
  eat.dataset.pair = pair;
  eat.textContent = next.firstChild.textContent.trim();
  eat.hidden = false;
  show();
}

function aimAt(pair) {
  const aim = turn()?.elements.aim;
  if (!aim || ![...aim.options].some((option) => option.value === pair)) return;
  aim.value = pair;
  show();
}

function keep(die, kept) {
  const box = die?.querySelector("[name=keep]");
  if (!box || box.checked === kept) return;
  box.checked = kept;
  box.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-spiral] [data-pair]");
  if (link) {
    if (link.matches(".y-fits")) choose(link.dataset.pair);
    else aimAt(link.dataset.pair);
    return;
  }
  const place = event.target.closest?.("[data-spiral] .y-mercy, [data-spiral] .y-covered")?.dataset.place;
  if (!place) return;
  const own = [...document.querySelectorAll("[data-spiral] [data-pair]")].filter((each) => each.dataset.pair.split("-").includes(place));
  const lit = own.find((each) => each.matches(".y-fits"));
  if (lit) choose(lit.dataset.pair);
  else if (own.length) aimAt(own[0].dataset.pair);
});

for (const name of ["change", "input"]) document.addEventListener(name, (event) => { if ((event.target.form ?? event.target) === turn()) show(); });

const keysAreOff = () => { try { return localStorage.getItem("keys") === "off"; } catch { return false; } };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-5]$/.test(event.key) || keysAreOff()) return;
  if (event.target.matches?.("input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]")) return;
  const die = turn()?.querySelector(`[name=keep][value="${event.key}"]`);
  if (!die) return;
  event.preventDefault();
  keep(die.closest(".y-die"), !die.checked);
});

document.addEventListener("pointerdown", (event) => {
  const die = event.target.closest?.("form[data-dice] .y-die");
  drag = die ? { die, y: event.clientY } : null;
});
document.addEventListener("pointerup", (event) => {
  const was = drag;
  drag = null;
  const lifted = was ? was.y - event.clientY : 0;
  if (Math.abs(lifted) < LIFT) return;
  const kept = lifted > 0;
  const box = was.die.querySelector("[name=keep]");
  // The click that may follow would turn it round again.
  if (box) setTimeout(() => keep(was.die, kept), 0);
});

/** Those that were kept lie as they lay: they do not tumble with the others. */
function stay() {
  if (before && before.key !== turn()?.dataset.key) {
    quiet = Date.now() + PAUSE;
    dice().forEach((die, index) => {
      if (before.kept[index]) die.querySelector("[data-piece]").dataset.enters = "";
    });
  }
  before = null;
}

document.addEventListener("submit", (event) => {
  if (event.target !== turn()) return;
  const none = event.submitter?.name !== "reroll";
  before = { key: event.target.dataset.key, kept: dice().map((die) => !none && Boolean(die.querySelector(":checked"))) };
}, { capture: true });
document.addEventListener("regions:updated", (event) => {
  if (event.detail?.includes?.("decision")) stay();
  show();
});
show();
