// Keys 1 to 5 keep dice; a click on a lit pair of the spiral chooses its meal. The page works without any of it.

const turn = () => document.querySelector("form[data-dice]");

/** Shows on the spiral which pair is chosen in the form. */
function mark() {
  const pair = turn()?.querySelector("[name=meal]:checked")?.dataset.pair ?? "";
  const places = new Set(pair.split("-"));
  for (const tile of document.querySelectorAll("[data-spiral] [data-place]"))
    tile.classList.toggle("is-chosen", places.has(tile.dataset.place));
}

/** Chooses a meal of a pair; a second click goes on to its next point die. */
function choose(pair) {
  const meals = [...(turn()?.querySelectorAll("[name=meal]") ?? [])].filter((meal) => meal.dataset.pair === pair);
  if (!meals.length) return;
  const next = meals[(meals.findIndex((meal) => meal.checked) + 1) % meals.length];
  next.checked = true;
  next.focus({ preventScroll: true });
  mark();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-spiral] .y-fits");
  if (link) return choose(link.dataset.pair);
  const place = event.target.closest?.("[data-spiral] .y-mercy, [data-spiral] .y-covered")?.dataset.place;
  if (!place) return;
  const lit = [...document.querySelectorAll("[data-spiral] .y-fits")];
  const found = lit.find((each) => each.dataset.pair.split("-").includes(place));
  if (found) choose(found.dataset.pair);
});

document.addEventListener("change", (event) => {
  if (event.target.name === "meal") mark();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-5]$/.test(event.key)) return;
  if (event.target.matches?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]")) return;
  const die = turn()?.querySelector(`[name=keep][value="${event.key}"]`);
  if (!die) return;
  event.preventDefault();
  die.checked = !die.checked;
  die.dispatchEvent(new Event("change", { bubbles: true }));
});

document.addEventListener("regions:updated", mark);
mark();
