// The chosen place is said beside the button; places that are named in a line are lit on the island, and called by what lies
// around them. The page works without any of it.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const lasting = 2500; // milliseconds that a place stays lit after a tap
const island = () => document.getElementById("island-svg");
const mark = (at) => island()?.querySelector(`.u-lit[data-at="${CSS.escape(at)}"]`);
let timer = 0;

function show() {
  const chosen = document.querySelector("#island-svg [name=place]:checked");
  const what = document.querySelector("#u-place [name=what]:checked")?.value;
  const fits = chosen && (!what || chosen.value.startsWith(`${what}-`));
  for (const line of document.querySelectorAll("[data-u-chosen]")) {
    line.dataset.usual ??= line.textContent;
    const text = fits ? chosen.title : line.dataset.usual;
    if (line.textContent !== text) line.textContent = text;
  }
  const victims = chosen?.dataset.victims?.split(" ");
  const asked = document.querySelector("fieldset:has(> .u-victims)");
  if (asked) asked.hidden = !victims?.some((each) => /^\d$/.test(each));
  for (const label of document.querySelectorAll(".u-victims label")) {
    const { value } = label.querySelector("input");
    label.hidden = Boolean(victims) && /^\d$/.test(value) && !victims.includes(value);
    if (label.hidden && label.querySelector("input").checked) document.querySelector("[name=victim][value=anybody]").checked = true;
  }
}

/** Numbers of places become what lies around them, and can be pressed. */
function name() {
  if (!island()) return;
  for (const each of document.querySelectorAll("[data-u-at]:not([role])")) {
    const found = mark(each.dataset.uAt);
    if (!found) continue;
    each.textContent = found.dataset.say;
    each.setAttribute("role", "button");
    each.tabIndex = 0;
  }
}

function light(places) {
  for (const each of document.querySelectorAll(".u-lit.is-lit")) each.classList.remove("is-lit");
  for (const at of places) mark(at)?.classList.add("is-lit");
}

const named = (el) => {
  const line = el.closest?.("[data-u-at]") ?? el.closest?.("li, .u-line, article");
  if (!line) return [];
  return [line, ...line.querySelectorAll("[data-u-at]")].map((each) => each.dataset?.uAt).filter(Boolean);
};

function press(event) {
  const places = named(event.target);
  if (!places.length || (!event.target.closest("[data-u-at]") && event.type !== "click")) return;
  light(places);
  if (event.target.closest("[data-u-at]")) island()?.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
  clearTimeout(timer);
  timer = setTimeout(() => light([]), lasting);
}

document.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") light(named(event.target)); });
document.addEventListener("focusin", (event) => { if (event.target.matches?.("[data-u-at]")) light(named(event.target)); });
document.addEventListener("click", press);
document.addEventListener("keydown", (event) => {
  if ((event.key !== "Enter" && event.key !== " ") || !event.target.matches?.("[data-u-at]")) return;
  event.preventDefault();
  press(event);
});

document.addEventListener("change", (event) => {
  if (event.target.name === "what") {
    for (const pick of document.querySelectorAll("#island-svg [name=place]:checked")) pick.checked = false;
  }
  if (event.target.name === "what" || event.target.name === "place") show();
});
document.addEventListener("regions:updated", () => {
  show();
  name();
});
show();
name();
