// Moving and zooming a drawing: the viewBox of svg[data-view]. What a person has chosen is kept from page to page of a
// match. data-fit is the whole drawing; data-keep selects what must stay in sight (the last tile), else all is shown.
// The wheel scrolls the page, and zooms with Ctrl. --unit are units of the drawing to a pixel, for what is to be written
// in pixels at every zoom. data-calm is for a drawing that need not move: a finger scrolls the page while all of it
// is shown, and it is never smaller than whole nor moved out of sight. data-least are pixels to a unit that what is written needs, else
// the drawing is .is-small: one that is too large for that is shown around data-at at first, and moved to where something is to be looked at (view:look).

const key = `view ${location.pathname}`;
const drawing = () => document.querySelector("svg[data-view]");
const pointers = new Map();
let box = read();

function read() {
  try { return JSON.parse(sessionStorage.getItem(key)); } catch { return null; }
}

function keep() {
  try { sessionStorage.setItem(key, JSON.stringify(box)); } catch { /* kept for this page only */ }
}

const parts = (text) => text.split(" ").map(Number);
const WHOLE = "whole"; // chosen by its button: it stays so while the drawing grows
const shown = (svg) => (box === WHOLE ? parts(svg.dataset.fit) : box ?? legible(svg));

/** The whole, or as much of it around data-at as can be read. */
function legible(svg) {
  const [x, y, w, h] = parts(svg.dataset.fit);
  const least = Number(svg.dataset.least ?? 0);
  if (!least || Math.min(svg.clientWidth / w, svg.clientHeight / h) >= least) return [x, y, w, h];
  const [cx, cy] = parts(svg.dataset.at);
  const [left, width] = around(cx, x, w, svg.clientWidth / least);
  const [top, height] = around(cy, y, h, svg.clientHeight / least);
  return [left, top, width, height];
}

/** A stretch of this length around a point that stays inside from `low` on; all of it where it is shorter. */
function around(middle, low, all, length) {
  return length >= all ? [low, all] : [Math.min(Math.max(middle - length / 2, low), low + all - length), length];
}

/** Middle of what is shown. */
const home = (svg) => { const [x, y, w, h] = shown(svg); return [x + w / 2, y + h / 2]; };

/** A pointer's place in units of the drawing. */
function point(svg, event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [at.x, at.y];
}

/** A last tile out of the picture is brought into its middle, as near as it was; a new table is shown as at first. */
function followLast(svg) {
  if (!svg.dataset.keep || !box || box === WHOLE) return;
  const at = svg.querySelector(svg.dataset.keep)?.getAttribute("transform")?.match(/-?[\d.]+/g)?.map(Number);
  const [x, y, width, height] = box;
  if (!at) box = null;
  else if (at[0] < x || at[1] < y || at[0] + 20 > x + width || at[1] + 20 > y + height)
    box = [at[0] + 10 - width / 2, at[1] + 10 - height / 2, width, height];
}

function beginView(svg) {
  followLast(svg);
  fitView(svg);
}

/** Is there more to the sides, or above and below? */
function isPart(svg) {
  const whole = parts(svg.dataset.fit);
  return [2, 3].map((side) => shown(svg)[side] < whole[side] - 0.01);
}

/** May it be moved? A calm drawing only where something of it is out of sight. */
const mayPan = (svg) => !("calm" in svg.dataset) || isPart(svg).some(Boolean);

function fitView(svg) {
  const [, , width, height] = shown(svg);
  svg.setAttribute("viewBox", shown(svg).join(" "));
  svg.style.setProperty("--unit", Math.max(width / svg.clientWidth, height / svg.clientHeight) || 0);
  svg.classList.toggle("is-zoomed", isPart(svg).some(Boolean));
  svg.classList.toggle("is-high", isPart(svg)[1]);
  svg.classList.toggle("is-small", Math.min(svg.clientWidth / width, svg.clientHeight / height) < 0.98 * Number(svg.dataset.least ?? 0));
}

function set(svg, next) {
  box = next;
  keep();
  fitView(svg);
}

function showWhole(svg) {
  box = svg.dataset.least ? WHOLE : null;
  keep();
  fitView(svg);
}

function zoom(svg, factor, [x, y]) {
  const [left, top, width, height] = shown(svg);
  const by = Math.min(Math.max(width * factor, 80), 4000) / width;
  if ("calm" in svg.dataset && width * by >= parts(svg.dataset.fit)[2]) { showWhole(svg); return; }
  set(svg, held(svg, [x - (x - left) * by, y - (y - top) * by, width * by, height * by]));
}

function pan(svg, dx, dy) {
  const [left, top, width, height] = shown(svg);
  set(svg, held(svg, [left + dx, top + dy, width, height]));
}

/** A calm drawing is not moved out of sight. */
function held(svg, [left, top, width, height]) {
  if (!("calm" in svg.dataset)) return [left, top, width, height];
  const [x, y, w, h] = parts(svg.dataset.fit);
  const side = (at, low, all, length) => (length < all ? around(at + length / 2, low, all, length)[0] : low + (all - length) / 2);
  return [side(left, x, w, width), side(top, y, h, height), width, height];
}

/** Two fingers zoom, one moves, unless a piece is being dragged (the game's script writes data-drag). */
function wireView(svg) {
  if (svg.dataset.wired) return;
  svg.dataset.wired = "1";
  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(svg, event.deltaY > 0 ? 1.15 : 1 / 1.15, point(svg, event));
  }, { passive: false });
  svg.addEventListener("pointerdown", (event) => {
    if (!event.target.closest("[data-place], [data-ghost], input")) pointers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  svg.addEventListener("pointermove", (event) => {
    const was = pointers.get(event.pointerId);
    if (!was || svg.dataset.drag) return;
    const now = [event.clientX, event.clientY];
    const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const scale = svg.getScreenCTM().a;
    pointers.set(event.pointerId, now);
    svg.classList.add("is-moving");
    if (others.length) {
      const far = (at) => Math.hypot(at[0] - others[0][0], at[1] - others[0][1]) || 1;
      zoom(svg, far(was) / far(now), point(svg, event));
    } else if (mayPan(svg)) pan(svg, (was[0] - now[0]) / scale, (was[1] - now[1]) / scale);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) svg.addEventListener(end, (event) => {
    pointers.delete(event.pointerId);
    svg.classList.remove("is-moving");
  });
  svg.addEventListener("keydown", (event) => {
    if (event.target !== svg) return; // arrows inside belong to what is chosen there
    const by = shown(svg)[2] / 8;
    const moves = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] };
    if (moves[event.key] && mayPan(svg)) { event.preventDefault(); pan(svg, ...moves[event.key]); }
    if (event.key === "+") zoom(svg, 1 / 1.3, home(svg));
    if (event.key === "-") zoom(svg, 1.3, home(svg));
  });
}

// A quarter of what is shown, by a button. A calm drawing that is shown whole comes nearer first: else nothing moves.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-pan]");
  const svg = drawing();
  if (!button || !svg) return;
  if ((!box || box === WHOLE) && "calm" in svg.dataset) zoom(svg, 1 / 1.3, home(svg));
  const [, , width, height] = shown(svg);
  const [across, down] = button.dataset.pan.split(" ").map(Number);
  pan(svg, (across * width) / 4, (down * height) / 4);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  const svg = drawing();
  if (!button || !svg) return;
  if (button.dataset.zoom === "fit") showWhole(svg);
  else zoom(svg, button.dataset.zoom === "in" ? 1 / 1.3 : 1.3, home(svg));
});

/** Moves to the nearest of these points if none of them is shown. How near it is, is the person's. */
document.addEventListener("view:look", (event) => {
  const svg = drawing();
  if (!svg || !event.detail.length) return;
  fitView(svg);
  const [x, y, w, h] = shown(svg);
  const isShown = ([px, py]) => px > x && py > y && px < x + w && py < y + h;
  if (event.detail.some(isShown)) return;
  const far = ([px, py]) => Math.hypot(px - x - w / 2, py - y - h / 2);
  const [px, py] = event.detail.reduce((found, at) => (far(at) < far(found) ? at : found));
  set(svg, [px - w / 2, py - h / 2, w, h]);
});

function begin() {
  const svg = drawing();
  if (!svg) return;
  wireView(svg);
  beginView(svg);
}
begin();
document.addEventListener("regions:updated", begin);
