// The plan by pressing or dragging workers, and the server's word on it after each change; the order of wishes without
// a round trip. The page works without any of it: places are selects, and the buttons of the list post.

const plan = () => document.querySelector("form[data-plan]");
const places = (form) => [...form.querySelectorAll("[data-place] select")];
const chips = (form) => [...form.querySelectorAll("[data-worker]")];
const picked = (form) => form.querySelector('[data-worker][aria-pressed="true"]');
let asking = 0;

/** Shows who has a place already. */
function mark(form) {
  const busy = new Set(places(form).map((select) => select.value));
  for (const chip of chips(form)) chip.classList.toggle("is-busy", busy.has(chip.dataset.worker));
}

function pick(form, chip) {
  const was = chip?.getAttribute("aria-pressed") === "true";
  for (const each of chips(form)) each.setAttribute("aria-pressed", String(each === chip && !was));
  const on = Boolean(picked(form));
  for (const place of form.querySelectorAll("[data-place]")) place.classList.toggle("is-target", on);
}

/** Puts a worker on a place, and off the place where it was. */
function put(form, select, worker) {
  for (const other of places(form)) if (other !== select && other.value === worker) other.value = "";
  select.value = worker;
  pick(form, null);
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Asks what the rules say to the plan. Only the newest answer counts. */
async function check(form) {
  const now = ++asking;
  const body = new URLSearchParams(new FormData(form));
  body.set("check", "1");
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const said = page.querySelector("[data-verdict]");
    const shown = plan()?.querySelector("[data-verdict]");
    if (now === asking && said && shown) {
      shown.className = said.className;
      shown.replaceChildren(...said.childNodes);
    }
  } catch { /* without an answer the plan is judged when it is sent */ }
}

document.addEventListener("click", (event) => {
  const chip = event.target.closest?.("[data-plan] [data-worker]");
  if (chip) return pick(chip.form, chip);
  return undefined;
});

// A place takes the worker that is picked instead of opening its list.
document.addEventListener("mousedown", (event) => {
  const place = event.target.closest?.("[data-plan] [data-place]");
  const form = place?.closest("form");
  const chip = form && picked(form);
  if (!chip) return;
  event.preventDefault();
  put(form, place.querySelector("select"), chip.dataset.worker);
});

document.addEventListener("keydown", (event) => {
  const form = event.target.closest?.("form[data-plan]");
  if (!form) return;
  if (event.key === "Escape") pick(form, null);
  const chip = picked(form);
  if (chip && event.target.matches("[data-place] select") && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    put(form, event.target, chip.dataset.worker);
  }
});

document.addEventListener("dragstart", (event) => {
  const chip = event.target.closest?.("[data-plan] [data-worker]");
  if (!chip) return;
  event.dataTransfer.setData("text/plain", chip.dataset.worker);
  event.dataTransfer.effectAllowed = "move";
});
document.addEventListener("dragover", (event) => {
  if (event.target.closest?.("[data-plan] [data-place]")) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  const place = event.target.closest?.("[data-plan] [data-place]");
  const worker = event.dataTransfer?.getData("text/plain");
  if (!place || !worker) return;
  event.preventDefault();
  put(place.closest("form"), place.querySelector("select"), worker);
});

document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form[data-plan]");
  if (!form || !event.target.matches("[data-place] select")) return;
  const worker = event.target.value;
  for (const other of places(form)) if (worker && other !== event.target && other.value === worker) other.value = "";
  mark(form);
  check(form);
});

// Wishes: exchange two rows here instead of on the server.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("form[data-wishes] button[name=up], form[data-wishes] button[name=down]");
  if (!button) return;
  event.preventDefault();
  const rows = [...button.form.querySelectorAll("select")];
  const here = Number(button.value);
  const there = here + (button.name === "up" ? -1 : 1);
  if (!rows[there]) return;
  [rows[here].value, rows[there].value] = [rows[there].value, rows[here].value];
  rows[there].closest("li").querySelector(`button[name=${button.name}]:not([disabled])`)?.focus();
});

function wake() {
  const form = plan();
  if (!form) return;
  for (const chip of chips(form)) chip.draggable = true;
  mark(form);
}
document.addEventListener("regions:updated", () => {
  wake();
  const form = plan();
  const isChanged = (select) => [...select.options].some((option) => option.selected !== option.defaultSelected);
  if (form && places(form).some(isChanged)) check(form);
});
wake();
