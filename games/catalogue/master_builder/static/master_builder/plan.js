// The plan on the drawing: a worker is pressed and then a place, or dragged there; what is on a place goes back by a
// press. After each change the server says what the plan comes to, place by place: nothing of the rules is known here.
// The page works without any of it: places are lists. Below, the order of wishes without a round trip.

const FAR = 6; // pixels before a press becomes a drag
const plan = () => document.querySelector("form[data-plan]");
const selects = (form) => [...form.querySelectorAll("[data-place] select")];
const chips = (form) => [...form.querySelectorAll("[data-worker]")];
const chipOf = (form, worker) => chips(form).find((chip) => chip.dataset.worker === worker);
const picked = (form) => form.querySelector('[data-worker][aria-pressed="true"]');
let asking = 0;
let drag = null;
let wasDragged = false;

/** Shows who is where: the worker's token on the place, and the chip in the tray as gone. */
function draw(form) {
  const busy = new Set();
  for (const select of selects(form)) {
    const place = select.closest("[data-place]");
    const chip = select.value && chipOf(form, select.value);
    if (chip) busy.add(chip.dataset.worker);
    place.classList.toggle("is-taken", Boolean(chip));
    place.querySelector("[data-in]").replaceChildren(...(chip ? [...chip.children].slice(0, 2).map((each) => each.cloneNode(true)) : []));
  }
  for (const chip of chips(form)) {
    chip.classList.toggle("is-busy", busy.has(chip.dataset.worker));
    chip.querySelector("[data-busy]").hidden = !busy.has(chip.dataset.worker);
  }
}

/** Lights the free places whose skill the worker has. */
function light(form, chip) {
  form.toggleAttribute("data-picking", Boolean(chip));
  for (const place of form.querySelectorAll("[data-place]")) {
    const can = chip && !place.querySelector("select").value && place.dataset.able.split(" ").includes(chip.dataset.skill);
    place.classList.toggle("is-target", Boolean(can));
  }
  for (const tab of form.querySelectorAll(".m-tabs a")) {
    tab.classList.toggle("is-target", Boolean(form.querySelector(`${tab.getAttribute("href")} .is-target`)));
  }
}

function pick(form, chip) {
  const on = chip && chip.getAttribute("aria-pressed") !== "true" ? chip : null;
  for (const each of chips(form)) each.setAttribute("aria-pressed", String(each === on));
  light(form, on);
}

/** Puts a worker on a place ("" for nobody), and off the place where it was. */
function put(form, select, worker) {
  for (const other of selects(form)) if (worker && other !== select && other.value === worker) other.value = "";
  if (select) select.value = worker;
  pick(form, null);
  changed(form);
}

function takeOff(form, worker) {
  const select = selects(form).find((each) => each.value === worker);
  if (select) put(form, select, "");
}

function changed(form) {
  draw(form);
  check(form);
}

/** Asks what the rules say to the plan. Only the newest answer counts; nothing but words and classes is taken over. */
async function check(form) {
  const now = ++asking;
  form.dataset.checking = "";
  const body = new URLSearchParams(new FormData(form));
  body.set("check", "1");
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const told = page.querySelector("form[data-plan]");
    if (now === asking && told && plan() === form) take(form, told);
  } catch { /* without an answer the plan is judged when it is sent */ }
  if (now === asking) delete form.dataset.checking;
}

function take(form, told) {
  for (const live of form.querySelectorAll("[data-live]")) {
    const fresh = told.querySelector(`[data-live="${live.dataset.live}"]`);
    if (!fresh) continue;
    live.className = fresh.className;
    live.replaceChildren(...fresh.childNodes);
  }
  for (const slot of form.querySelectorAll("[data-slot]")) {
    const fresh = told.querySelector(`[data-slot="${slot.dataset.slot}"]`);
    if (!fresh) continue;
    slot.className = fresh.className;
    slot.querySelector("[data-said]")?.replaceChildren(...(fresh.querySelector("[data-said]")?.childNodes ?? []));
  }
}

/** A press on a place: the picked worker goes there; with none picked, whoever is there goes back to the tray. */
function press(form, place) {
  const select = place.querySelector("select");
  const chip = picked(form);
  if (chip) put(form, select, chip.dataset.worker);
  else if (select.value) put(form, select, "");
  else open(select);
}

/** The list of a place, which is the second way. */
function open(select) {
  select.focus();
  try { select.showPicker(); } catch { /* then the keys open it */ }
}

document.addEventListener("click", (event) => {
  if (wasDragged) {
    wasDragged = false;
    event.preventDefault();
    return;
  }
  const chip = event.target.closest?.("[data-plan] [data-worker]");
  if (chip) {
    if (chip.classList.contains("is-busy")) takeOff(chip.form, chip.dataset.worker);
    pick(chip.form, chip);
    return;
  }
  const tab = event.target.closest?.("[data-plan] .m-tabs a");
  if (tab) {
    event.preventDefault();
    const site = document.querySelector(tab.getAttribute("href"));
    const ground = site.parentElement;
    ground.scrollBy({ left: site.getBoundingClientRect().left - ground.getBoundingClientRect().left });
    return;
  }
  const place = event.target.closest?.("[data-plan] [data-place]");
  if (!place || event.target.tagName === "SELECT") return;
  event.preventDefault();
  press(place.closest("form"), place);
});

document.addEventListener("keydown", (event) => {
  const form = event.target.closest?.("form[data-plan]");
  if (!form) return;
  if (event.key === "Escape") {
    stop();
    pick(form, null);
  }
  const chip = picked(form);
  if (chip && event.target.matches("[data-place] select") && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    put(form, event.target, chip.dataset.worker);
  }
});

document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form[data-plan]");
  if (!form || !event.target.matches("[data-place] select")) return;
  put(form, event.target, event.target.value);
});

/** What would be dragged from here: [worker, the chip that shows it]. */
function grip(target) {
  const form = target.closest?.("form[data-plan]");
  const place = target.closest?.("[data-place]");
  const chip = target.closest?.("[data-worker]") ?? (place && chipOf(form, place.querySelector("select").value));
  return form && chip ? { form, chip, from: place } : null;
}

document.addEventListener("pointerdown", (event) => {
  wasDragged = false;
  const held = event.button === 0 ? grip(event.target) : null;
  if (held) drag = { ...held, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null };
});

document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
  if (!drag.ghost) lift();
  drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -110%)`;
  const under = placeAt(event);
  for (const place of drag.form.querySelectorAll(".is-over")) if (place !== under) place.classList.remove("is-over");
  under?.classList.add("is-over");
});

function lift() {
  drag.ghost = drag.chip.cloneNode(true);
  drag.ghost.className = "m-chip m-ghost-chip";
  drag.ghost.removeAttribute("data-worker");
  drag.ghost.setAttribute("aria-hidden", "true");
  document.body.append(drag.ghost);
  light(drag.form, drag.chip);
}

function placeAt(event) {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-plan] [data-place]");
}

function stop() {
  drag?.ghost?.remove();
  for (const place of drag?.form.querySelectorAll(".is-over") ?? []) place.classList.remove("is-over");
  if (drag?.ghost) light(drag.form, picked(drag.form));
  drag = null;
}

document.addEventListener("pointerup", (event) => {
  if (!drag || event.pointerId !== drag.id) return;
  const { form, chip, from, ghost } = drag;
  const place = ghost && placeAt(event);
  stop();
  if (!ghost) return;
  wasDragged = true;
  setTimeout(() => { wasDragged = false; }, 0);
  if (place) put(form, place.querySelector("select"), chip.dataset.worker);
  else if (from) takeOff(form, chip.dataset.worker);
});
document.addEventListener("pointercancel", stop);
document.addEventListener("dragstart", (event) => {
  if (event.target.closest?.("form[data-plan]")) event.preventDefault();
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
  if (form) draw(form);
}
document.addEventListener("regions:updated", () => {
  wake();
  const form = plan();
  const isChanged = (select) => [...select.options].some((option) => option.selected !== option.defaultSelected);
  if (form && selects(form).some(isChanged)) check(form);
});
wake();
