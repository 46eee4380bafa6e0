// Small comforts of every page: menus, toasts, steppers, double submit. Each page works without any of them.

const urgentToast = ".toast-error, .toast-warning";

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]"))
    if (!menu.contains(event.target)) menu.open = false;
  event.target.closest("[data-close]")?.closest(".toast")?.remove();

  const step = event.target.closest("[data-step], [data-fill]");
  if (step) stepInput(step);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.activeElement?.closest("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

/** A stepper button changes the number beside it (or the one named by data-step-for) within its min and max: by
 * data-step, or to data-fill.
 */
function stepInput(button) {
  const input = button.dataset.stepFor
    ? document.getElementById(button.dataset.stepFor)
    : button.parentElement.querySelector("input[type=number]");
  if (!input || input.disabled) return;
  const low = input.min === "" ? -Infinity : Number(input.min);
  const high = input.max === "" ? Infinity : Number(input.max);
  const wanted = button.dataset.fill ?? Number(input.value) + Number(button.dataset.step);
  input.value = Math.min(high, Math.max(low, Number(wanted)));
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function wakeUp() {
  for (const button of document.querySelectorAll(":is([data-step], [data-fill])[hidden]")) button.hidden = false;
}
wakeUp();
document.addEventListener("regions:updated", wakeUp);

// A card beside the board that is higher than the window scrolls to its end before it sticks, and a bar that lies over
// the end of its form says that there is more below.
function fitSide() {
  for (const bar of document.querySelectorAll("form > .bar")) {
    const hidden = bar.parentElement.getBoundingClientRect().bottom - bar.getBoundingClientRect().bottom;
    bar.toggleAttribute("data-more", hidden > 8);
  }
  for (const side of document.querySelectorAll(".table > .side"))
    side.style.setProperty("--side-height", `${side.offsetHeight}px`);
}
for (const when of ["scroll", "resize", "load"]) addEventListener(when, fitSide, { passive: true });
document.addEventListener("toggle", fitSide, true);
document.addEventListener("regions:updated", fitSide);

// Notices that only confirm something leave by themselves, unless the pointer or the focus is on them.
for (const toast of document.querySelectorAll(`.toast:not(${urgentToast})`)) {
  const leave = () => {
    if (toast.matches(":hover, :focus-within")) setTimeout(leave, 4000);
    else toast.remove();
  };
  setTimeout(leave, 12000);
}

// A second click changes nothing on the server (submission_id); this only spares the wait. The button is disabled after
// the browser has read the form, so that its own name and value are sent.
const submitButtons = (form) => [...form.elements].filter((el) => el.type === "submit" && !el.disabled);

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method === "get" || form.matches("[hx-post]")) return;
  const buttons = submitButtons(form);
  const free = () => { for (const button of buttons) button.disabled = false; };
  setTimeout(() => { for (const button of buttons) button.disabled = true; });
  setTimeout(free, 10000);
  addEventListener("pageshow", free, { once: true });
});

// The lower edge of a table and the recap line at its top are as high as their words need, which somebody may have made
// wider: whatever has the focus stays between them, and the end of the page can be read.
const edges = { "--bar": ".has-bar .bar", "--pinned": "#recap.is-line" };
const loose = { "--bar": "static", "--pinned": "relative" }; // positions of an edge that leaves with the page
const measureEdges = () => {
  for (const [name, css] of Object.entries(edges)) {
    const kept = [...document.querySelectorAll(css)].filter((each) => getComputedStyle(each).position !== loose[name]);
    document.documentElement.style.setProperty(name, `${Math.max(0, ...kept.map((each) => each.offsetHeight))}px`);
  }
};
const edgeSizes = new ResizeObserver(measureEdges);
const watchEdges = () => {
  edgeSizes.disconnect();
  for (const each of document.querySelectorAll(Object.values(edges))) edgeSizes.observe(each);
  measureEdges();
};
watchEdges();
document.addEventListener("regions:updated", watchEdges);

// Scripts that a page can be used without come when it can be used.
addEventListener("load", () => setTimeout(() => {
  for (const each of document.querySelectorAll("meta[name=later]")) import(each.content);
}, 500));
