// Laying a tile by hand: drag it, or choose it, turn it and choose a lit place. The form works without this file; here its
// controls are kept in step with a picture of the tile on the table. The server decides what is legal. In the picture stands
// the balance that the player says, or where the helper is on the balance that it has.

const SVG = "http://www.w3.org/2000/svg";
const UNIT = 10;
const SNAP = 35;
const SPOTS = [[], [[10, 10]], [[6, 6], [14, 14]], [[6, 6], [10, 10], [14, 14]], [[6, 6], [14, 6], [6, 14], [14, 14]]];

let quarter = 0; // 0 and 2 lie, 1 and 3 stand; from 2 on the squares are swapped
let drag = null;

const form = () => document.getElementById("lay-form");
const svg = () => document.getElementById("layout-svg");
const data = () => JSON.parse(form().dataset.lay);
const chosenTile = () => form().querySelector("[name=tile]:checked")?.value;
/** The balance that was chosen to be said, if any. */
const said = () => {
  const key = form()?.querySelector("[name=said]:checked");
  return key ? Number(key.value) : null;
};
const wayOf = () => (quarter % 2 ? "V" : "H");
const turnedOf = (tile) => (tile[2] && quarter > 1 ? 1 : 0);

function element(name, attributes, parent, text = "") {
  const el = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
  el.textContent = text;
  parent?.append(el);
  return el;
}

/** As games/catalogue/dominato/board.py draws points. */
function points(value) {
  return SPOTS[Math.min(4, Math.abs(value))].map(([x, y]) => (value > 0
    ? `M${x - 2.8} ${y}a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0z`
    : `M${x} ${y - 3.4}l3.4 3.4l-3.4 3.4l-3.4 -3.4z`)).join("");
}

function drawTile(parent, x, y, way, ends, css, helper) {
  const [width, height] = way === "H" ? [40, 20] : [20, 40];
  const group = element("g", { class: `d-tile ${css}`, transform: `translate(${x} ${y})` }, parent);
  element("rect", { class: "d-body", width, height, rx: 2 }, group);
  element("path", { class: "d-rule", d: way === "H" ? "M20 2v16" : "M2 20h16" }, group);
  ends.forEach((value, index) => {
    const along = 24.4 * index - 2.2;
    const at = way === "H" ? `${along} 0` : `0 ${along}`;
    element("path", { class: value > 0 ? "d-red" : "d-green", d: points(value), transform: `translate(${at})` }, group);
  });
  const sum = said() ?? (helper ? ends[0] + ends[1] : null);
  if (sum !== null) drawBalance(group, width / 2, height / 2, sum);
  return group;
}

/** In the colour and the shape of the points that dominate. */
function drawBalance(parent, x, y, sum) {
  const sign = sum > 0 ? "p" : sum < 0 ? "m" : "0";
  const group = element("g", { class: `d-bal d-bal-${sign}`, transform: `translate(${x} ${y})` }, parent);
  if (sign === "p") element("circle", { r: 5 }, group);
  else if (sign === "m") element("path", { d: "M0 -6.6l6.6 6.6l-6.6 6.6l-6.6 -6.6z" }, group);
  else element("rect", { x: -3.9, y: -3.9, width: 7.8, height: 7.8, rx: 1 }, group);
  element("text", { dy: "0.35em" }, group, sum > 0 ? `+${sum}` : String(sum).replace("-", "\u2212"));
}

/** A pointer's place in units of the drawing. */
function point(event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg().getScreenCTM().inverse());
  return [at.x, at.y];
}

/** Middle of what is shown. */
function home() {
  const { x, y, width, height } = svg().viewBox.baseVal;
  return [x + width / 2, y + height / 2];
}

const endsOf = (tile, turned) => (turned ? [tile[1], tile[0]] : [tile[0], tile[1]]);

function fits(needs, [a, b]) {
  const parts = [a, b, a + b];
  return needs.every(([part, value]) => parts[part] === value);
}

/** {place, turned} that are lit for a tile: all that fit where the helper tells, else all. */
function litFor(all, tile) {
  const found = [];
  all.places.forEach(([, , , needs], place) => {
    if (!all.tells) {
      found.push({ place, turned: turnedOf(tile) });
      return;
    }
    for (let turned = 0; turned <= tile[2]; turned++) if (fits(needs, endsOf(tile, turned))) found.push({ place, turned });
  });
  return found;
}

function middle([x, y, way]) {
  return way === "H" ? [UNIT * x + 20, UNIT * y + 10] : [UNIT * x + 10, UNIT * y + 20];
}

/** One dot a place; where both ways round fit, the present one counts. */
function lightPlaces(layer, all, lit) {
  for (const place of new Set(lit.map((each) => each.place))) {
    const [x, y, way] = all.places[place];
    const [cx, cy] = middle(all.places[place]);
    const [width, height] = way === "H" ? [40, 20] : [20, 40];
    const group = element("g", { class: "d-target", "data-place": place }, layer);
    if (all.tells) element("rect", { class: "d-lit", x: UNIT * x, y: UNIT * y, width, height, rx: 2 }, group);
    element("circle", { class: "d-hit", cx, cy, r: 9 }, group);
    element("circle", { class: all.tells ? "d-dot" : "d-may", cx, cy, r: all.tells ? 3.4 : 2.2 }, group);
    element("title", {}, group, all.words.place[place]);
  }
}

function fillPlaces(select, all, lit) {
  const was = select.value;
  const open = new Set(lit.map((each) => String(each.place)));
  for (const option of select.options) {
    option.hidden = Boolean(chosenTile()) && option.value !== "" && !open.has(option.value);
    option.disabled = option.hidden;
  }
  select.value = open.has(was) ? was : all.places.length === 1 ? "0" : "";
}

/** Brings picture, list and sentence in step with what is chosen. */
function show() {
  if (!form() || !svg()) return;
  const all = data();
  const layer = document.getElementById("layout-lit");
  layer.replaceChildren();
  const name = chosenTile();
  const tile = name && all.tiles[name];
  const lit = tile ? litFor(all, tile) : [];
  const select = form().elements.place;
  fillPlaces(select, all, lit);
  lightPlaces(layer, all, lit);
  let sum = all.words.choose;
  let at = "pick";
  if (tile && select.value === "") {
    sum = lit.length ? all.words.where : all.words.nowhere;
    at = "place";
    look(lit.map((each) => each.place), all);
  } else if (tile) {
    sum = showGhost(layer, all, tile, lit, Number(select.value));
    at = all.says ? "say" : "lay";
    if (all.says) sum = said() === null ? all.words.say : all.words.lay;
  }
  showStep(at, all.says && said() !== null);
  allow(tile, at === "lay" || (at === "say" && said() !== null));
  if (tile && select.value !== "") look([Number(select.value)], all);
  const say = document.getElementById("lay-say");
  if (say.textContent !== sum) say.textContent = sum;
}

/** A button that can do nothing yet is not offered; the line above it says what is missing. */
function allow(tile, isWhole) {
  for (const [button, is] of [[form().querySelector("[data-turn]"), tile], [form().querySelector(".btn-go"), isWhole]]) {
    if (is) button?.removeAttribute("aria-disabled");
    else button?.setAttribute("aria-disabled", "true");
  }
}

/** Brings one of these places into sight. */
function look(places, all) {
  document.dispatchEvent(new CustomEvent("view:look", { detail: places.map((place) => middle(all.places[place])) }));
}

/** Where one is in the turn. What is to be said stays in sight until the tile is laid. */
function showStep(at, isSaid) {
  form().dataset.at = at;
  const steps = [...document.querySelectorAll("#d-steps li")];
  const now = steps.findIndex((each) => each.dataset.step === (at === "say" && isSaid ? "lay" : at));
  steps.forEach((each, index) => {
    each.classList.toggle("is-done", index < now);
    if (index === now) each.setAttribute("aria-current", "step");
    else each.removeAttribute("aria-current");
  });
}

function showGhost(layer, all, tile, lit, place) {
  const ways = lit.filter((each) => each.place === place).map((each) => each.turned);
  const turned = ways.includes(turnedOf(tile)) ? turnedOf(tile) : ways[0];
  const [x, y, way] = all.places[place];
  quarter = (way === "V" ? 1 : 0) + (turned ? 2 : 0);
  if (form().elements.turned) form().elements.turned.value = String(turned);
  const ghost = drawTile(layer, UNIT * x, UNIT * y, way, endsOf(tile, turned), "d-ghost", all.helper);
  ghost.dataset.ghost = "";
  const ends = endsOf(tile, turned).map((value) => all.words.points[value]).join(", ");
  return all.words.said.replace("%(what)s", all.words.place[place]).replace("%(link)s", ends);
}

function choosePlace(place) {
  form().elements.place.value = String(place);
  show();
}

/** Turns the tile; where the helper tells, to the next way that fits the chosen place or any; else end for end. */
function turn() {
  const all = data();
  const tile = all.tiles[chosenTile()];
  if (tile && !all.tells && form().elements.place.value !== "") {
    if (tile[2]) quarter = (quarter + 2) % 4;
    show();
    return;
  }
  quarter = (quarter + 1) % 4;
  if (tile && !tile[2]) quarter %= 2;
  const select = form().elements.place;
  const lit = tile ? litFor(all, tile) : [];
  const stays = lit.some((each) => String(each.place) === select.value && each.turned === turnedOf(tile)
    && all.places[each.place][2] === wayOf());
  if (!stays && tile) {
    const here = select.value === "" ? null : middle(all.places[Number(select.value)]);
    const same = lit.filter((each) => all.places[each.place][2] === wayOf() && each.turned === turnedOf(tile));
    select.value = here && same.length ? String(nearest(all, same, here).place) : "";
  }
  show();
}

function nearest(all, lit, [x, y]) {
  const far = (each) => Math.hypot(middle(all.places[each.place])[0] - x, middle(all.places[each.place])[1] - y);
  return lit.reduce((best, each) => (far(each) < far(best) ? each : best));
}

/** With the arrows from one lit place to the next one in that direction. */
function step(dx, dy) {
  const all = data();
  const tile = all.tiles[chosenTile()];
  const lit = tile ? litFor(all, tile) : [];
  const now = form().elements.place.value;
  if (!lit.length) return;
  if (now === "") { choosePlace(nearest(all, lit, home()).place); return; }
  const from = middle(all.places[Number(now)]);
  const cost = (each) => {
    const [x, y] = middle(all.places[each.place]);
    const ahead = (x - from[0]) * dx + (y - from[1]) * dy;
    return ahead > 1 ? ahead + 2 * Math.abs((x - from[0]) * dy + (y - from[1]) * dx) : Infinity;
  };
  const next = lit.reduce((best, each) => (cost(each) < cost(best) ? each : best));
  if (cost(next) < Infinity) choosePlace(next.place);
}

function startDrag(event) {
  const pick = event.target.closest("#lay-form .d-pick");
  const ghost = event.target.closest("[data-ghost]");
  if (!pick && !ghost) return false;
  drag = { x: event.clientX, y: event.clientY, pick, moved: Boolean(ghost), id: event.pointerId };
  return Boolean(ghost);
}

function moveDrag(event) {
  if (!drag || drag.id !== event.pointerId) return;
  if (!drag.moved) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 8) return;
    drag.moved = true;
    svg().dataset.drag = "1";
    drag.pick.querySelector("input").checked = true;
    show();
  }
  const all = data();
  const tile = all.tiles[chosenTile()];
  const layer = document.getElementById("layout-lit");
  layer.querySelector(".d-loose")?.remove();
  const [x, y] = point(event);
  const way = wayOf();
  const [width, height] = way === "H" ? [40, 20] : [20, 40];
  drawTile(layer, x - width / 2, y - height / 2, way, endsOf(tile, turnedOf(tile)), "d-ghost d-loose", all.helper);
  event.preventDefault();
}

function endDrag(event) {
  if (!drag || drag.id !== event.pointerId) return;
  const was = drag;
  drag = null;
  delete svg().dataset.drag;
  document.querySelector("#layout-lit .d-loose")?.remove();
  if (!was.moved || event.type === "pointercancel") return;
  const all = data();
  const at = point(event);
  const lit = litFor(all, all.tiles[chosenTile()]);
  if (!lit.length) return;
  const best = nearest(all, lit, at);
  const [x, y] = middle(all.places[best.place]);
  if (Math.hypot(x - at[0], y - at[1]) <= SNAP) choosePlace(best.place);
}

document.addEventListener("pointerdown", (event) => { if (form()) startDrag(event); });
document.addEventListener("pointermove", moveDrag, { passive: false });
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, endDrag);
document.addEventListener("dragstart", (event) => { if (event.target.closest?.(".d-pick")) event.preventDefault(); });
document.addEventListener("touchmove", (event) => { if (drag?.moved) event.preventDefault(); }, { passive: false });

document.addEventListener("click", (event) => {
  if (!form()) return;
  const target = event.target.closest("[data-place]");
  if (target) choosePlace(Number(target.dataset.place));
  if (event.target.closest("[data-turn]:not([aria-disabled])")) turn();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("#lay-form .btn-go[aria-disabled]")) event.preventDefault();
}, { capture: true });
// What was chosen before the page was loaded anew is given back to the form.
document.addEventListener("input", (event) => { if (form() && event.target === form()) begin(); });
document.addEventListener("change", (event) => {
  if (event.target.form !== form()) return;
  if (event.target.name === "tile") {
    form().elements.place.value = data().places.length === 1 ? "0" : "";
    for (const key of form().querySelectorAll("[name=said]")) key.checked = false;
  }
  show();
});
document.addEventListener("keydown", (event) => {
  if (!form() || event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.closest("input:not([type=radio]), textarea, select");
  if (event.key.toLowerCase() === "r" && !typing) turn();
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  if (event.target !== svg() || event.shiftKey || !arrows[event.key] || !chosenTile()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  step(...arrows[event.key]);
}, { capture: true });

function begin() {
  if (form()?.elements.choice) form().elements.choice.disabled = true;
  if (form()?.elements.turned?.value === "1" && quarter < 2) quarter += 2; // chosen before the page was loaded
  show();
}
begin();
document.addEventListener("regions:updated", begin);
