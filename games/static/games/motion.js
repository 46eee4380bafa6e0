// What is new on a table comes in, and what has moved on a drawing slides to its new place. A piece is an element with data-piece, a name
// that stays the same from one state to the next. A name that was not there before comes in as data-enters says, and carries
// data-sound; with data-flies-from and data-flies-to copies of it fly from one place to another. The end state is there from
// the start and can be pressed at once: motion is at most `most` long, ends with the next press, and is none where the system
// asks for little motion.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const most = 380; // milliseconds, the last of several pieces included
const each = 260;
// None is wider on its way than where it ends: else a phone's page would be wider meanwhile.
const ways = {
  land: { transform: ["translateY(-0.8em)", "none"], opacity: [0, 1] },
  grow: { transform: ["scale(0.4)", "scale(1.12)", "none"], opacity: [0, 1, 1] },
  turn: { transform: ["scaleX(0)", "none"] },
  stamp: { transform: ["translateY(-0.6em) rotate(-4deg)", "none"], opacity: [0, 1] },
  tumble: { transform: ["translateY(-0.8em) rotate(-220deg)", "rotate(12deg)", "none"], opacity: [0.2, 1, 1] },
  strike: { transform: ["rotate(-70deg)", "rotate(12deg)", "none"], opacity: [1, 1, 0] },
  glow: { opacity: [1, 0.3, 1] },
};
const begun = new Map(); // when each piece began to come in
let before = null;
let running = [];

const pieces = () => [...document.querySelectorAll("[data-piece]")].filter((el) => el.getClientRects().length);
const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];

/** Where a piece of a drawing is in its units, however the drawing is moved or zoomed; null on the page, which shifts by itself. */
function place(el) {
  const matrix = el.ownerSVGElement?.getScreenCTM()?.inverse();
  return matrix ? new DOMPoint(...middle(el.getBoundingClientRect())).matrixTransform(matrix) : null;
}

function animate(el, frames, wait, length = each) {
  for (const [name, values] of Object.entries(frames)) {
    const composite = name === "transform" ? "add" : "replace"; // an attribute of the drawing may have placed it
    running.push(el.animate({ [name]: values, composite }, { duration: length, delay: wait, easing: "ease-out", fill: "backwards" }));
  }
}

function fly(el, wait) {
  const to = document.querySelector(el.dataset.fliesTo);
  if (!to?.getClientRects().length) return;
  const end = middle(to.getBoundingClientRect());
  for (const source of document.querySelectorAll(el.dataset.fliesFrom)) {
    const copy = el.cloneNode(true);
    delete copy.dataset.piece;
    copy.ariaHidden = "true";
    copy.classList.add("flies");
    document.body.append(copy);
    const at = ([x, y]) => `translate(${x - copy.offsetWidth / 2}px, ${y - copy.offsetHeight / 2}px)`;
    const flight = copy.animate({ transform: [at(middle(source.getBoundingClientRect())), at(end)], opacity: [0.4, 1] },
      { duration: most - wait, delay: wait, easing: "ease-in-out", fill: "both" });
    flight.finished.finally(() => copy.remove());
    running.push(flight);
  }
}

function enter(el, wait) {
  const { enters = "land" } = el.dataset;
  if (enters) animate(el, ways[enters], wait);
}

function finish() {
  for (const motion of running) motion.finish();
  running = [];
  begun.clear();
}

// On the window in the capture phase: before regions.js exchanges anything.
addEventListener("regions:replace", () => {
  before = new Map(pieces().map((el) => [el.dataset.piece, place(el)]));
}, true);

function show(was) {
  const all = pieces();
  const fresh = all.filter((el) => !was.has(el.dataset.piece));
  for (const name of new Set(fresh.map((el) => el.dataset.sound))) document.dispatchEvent(new CustomEvent("sound", { detail: name }));
  if (calm.matches || document.hidden) return;
  const apart = Math.min(60, (most - each) / Math.max(1, fresh.length - 1));
  const now = performance.now();
  fresh.forEach((el, index) => {
    begun.set(el.dataset.piece, now + index * apart);
    enter(el, index * apart);
    if (el.dataset.fliesFrom) fly(el, index * apart);
  });
  for (const el of all.filter((each) => was.has(each.dataset.piece))) {
    const since = now - begun.get(el.dataset.piece);
    if (since < most) enter(el, -since); // exchanged on its way
    const [from, to] = [was.get(el.dataset.piece), place(el)];
    if (from && Math.hypot(from.x - to.x, from.y - to.y) > 1) {
      animate(el, { transform: [`translate(${from.x - to.x}px, ${from.y - to.y}px)`, "none"] }, 0, most);
    }
  }
}

// Once every script has done with the new regions, and before they are painted.
document.addEventListener("regions:updated", () => {
  const was = before;
  before = null;
  if (was) queueMicrotask(() => show(was));
});

addEventListener("pointerdown", finish, { capture: true, passive: true });
addEventListener("keydown", finish, { capture: true, passive: true });
