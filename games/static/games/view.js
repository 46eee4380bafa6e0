// Moving and zooming a drawing: the viewBox of svg[data-view]. What a person has chosen is kept from page to page of a
// match. data-fit is the whole drawing; data-keep selects what must stay in sight (the last tile), else all is shown.
// data-calm is for a drawing that need not move: the wheel zooms with Ctrl only, a finger scrolls the page until it is
// zoomed, and it is never smaller than whole.

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
const shown = (svg) => box ?? parts(svg.dataset.fit);

/** Middle of what is shown. */
const home = (svg) => { const [x, y, w, h] = shown(svg); return [x + w / 2, y + h / 2]; };

/** A pointer's place in units of the drawing. */
function point(svg, event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [at.x, at.y];
}

/** Is the last tile in what is shown? A table that grew out of the picture, or a new one, is shown whole. */
function holdsLast(svg) {
  if (!svg.dataset.keep) return Boolean(box);
  const at = svg.querySelector(svg.dataset.keep)?.getAttribute("transform")?.match(/-?[\d.]+/g)?.map(Number);
  if (!box || !at) return false;
  return at[0] >= box[0] && at[1] >= box[1] && at[0] + 20 <= box[0] + box[2] && at[1] + 20 <= box[1] + box[3];
}

function beginView(svg) {
  if (!holdsLast(svg)) box = null;
  fitView(svg);
}

function fitView(svg) {
  svg.setAttribute("viewBox", shown(svg).join(" "));
  svg.classList.toggle("is-zoomed", box !== null);
}

function set(svg, next) {
  box = next;
  keep();
  fitView(svg);
}

function showWhole(svg) {
  box = null;
  keep();
  fitView(svg);
}

function zoom(svg, factor, [x, y]) {
  const [left, top, width, height] = shown(svg);
  const by = Math.min(Math.max(width * factor, 80), 4000) / width;
  if ("calm" in svg.dataset && width * by >= parts(svg.dataset.fit)[2]) { showWhole(svg); return; }
  set(svg, [x - (x - left) * by, y - (y - top) * by, width * by, height * by]);
}

function pan(svg, dx, dy) {
  const [left, top, width, height] = shown(svg);
  set(svg, [left + dx, top + dy, width, height]);
}

/** Two fingers zoom, one moves, unless a piece is being dragged (the game's script writes data-drag). */
function wireView(svg) {
  if (svg.dataset.wired) return;
  svg.dataset.wired = "1";
  svg.addEventListener("wheel", (event) => {
    if ("calm" in svg.dataset && !event.ctrlKey) return;
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
    } else if (box || !("calm" in svg.dataset)) pan(svg, (was[0] - now[0]) / scale, (was[1] - now[1]) / scale);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) svg.addEventListener(end, (event) => {
    pointers.delete(event.pointerId);
    svg.classList.remove("is-moving");
  });
  svg.addEventListener("keydown", (event) => {
    if (event.target !== svg) return; // arrows inside belong to what is chosen there
    const by = shown(svg)[2] / 8;
    const moves = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] };
    if (moves[event.key] && (box || !("calm" in svg.dataset))) { event.preventDefault(); pan(svg, ...moves[event.key]); }
    if (event.key === "+") zoom(svg, 1 / 1.3, home(svg));
    if (event.key === "-") zoom(svg, 1.3, home(svg));
  });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  const svg = drawing();
  if (!button || !svg) return;
  if (button.dataset.zoom === "fit") showWhole(svg);
  else zoom(svg, button.dataset.zoom === "in" ? 1 / 1.3 : 1.3, home(svg));
});

function begin() {
  const svg = drawing();
  if (!svg) return;
  wireView(svg);
  beginView(svg);
}
begin();
document.addEventListener("regions:updated", begin);
