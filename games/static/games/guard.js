// When news change what a button of the decision does, it does nothing for three seconds and says so: a thumb that was on
// its way to the old button must not press the new one. What the person's own typing does to the words of a button holds
// nothing, and a decision that opens where nothing was asked neither. data-held of #live has the words of the note.

const longest = 3000;
const spare = 2000; // what a hold leaves of the time to decide
const buttons = () => [...document.querySelectorAll("#decision .btn-go, #decision button:not([type=button], [name=preview])")];
const words = (el) => el.textContent.replace(/\s+/g, " ").trim();

/** Where a button stands: the form that it sends and its own name, whatever it says. */
const slot = (el) => [el.form?.id || el.form?.getAttribute("action") || "", el.name || ""].join("|");

/** What a press of it would do. */
const meaning = (el) =>
  [slot(el), el.form?.dataset.key ?? "", el.form?.getAttribute("action") ?? el.getAttribute("href") ?? "", el.value ?? "", words(el)].join("|");

const until = new Map(); // meaning -> when it works again
let before = { slots: new Set(), meanings: new Set() };
let offset = Number(document.documentElement.dataset.now || Date.now()) - Date.now();
let timer = 0;

document.addEventListener("server:date", (event) => { offset = event.detail - Date.now(); });

/** Milliseconds that news may hold a button: never so long that a deadline of the page comes first. */
function allowed() {
  const dues = [...document.querySelectorAll("[data-due]:not(#undo *)")].map((el) => Number(el.dataset.due) - Date.now() - offset);
  return Math.min(longest, ...dues.filter((left) => left > 0).map((left) => left - spare));
}

function hold(button) {
  if (!button.hasAttribute("data-held")) button.dataset.held = button.getAttribute("aria-disabled") ?? "";
  button.setAttribute("aria-disabled", "true");
  // Said once, at the first of them that is seen.
  if (button.matches("[hidden], .vh") || document.querySelector("#decision .held")) return;
  const note = document.createElement("p");
  note.className = "held";
  note.textContent = document.getElementById("live")?.dataset.held ?? "";
  button.after(note);
}

function free(button) {
  if (button.dataset.held) button.setAttribute("aria-disabled", button.dataset.held);
  else button.removeAttribute("aria-disabled");
  delete button.dataset.held;
  if (button.nextElementSibling?.matches(".held")) button.nextElementSibling.remove();
}

function show() {
  clearTimeout(timer);
  const now = Date.now();
  for (const [each, end] of until) if (end <= now) until.delete(each);
  for (const button of buttons()) {
    if (until.has(meaning(button))) hold(button);
    else if (button.hasAttribute("data-held")) free(button);
  }
  if (until.size) timer = setTimeout(show, Math.min(...until.values()) - now + 10);
}

// On the window in the capture phase: before regions.js exchanges anything.
addEventListener("regions:replace", (event) => {
  const isAnswer = event.detail?.documentElement?.dataset.answer !== undefined; // the person's own doing is no news
  const all = isAnswer ? [] : buttons();
  if (isAnswer) until.clear();
  before = { slots: new Set(all.map(slot)), meanings: new Set(all.map(meaning)) };
}, true);

document.addEventListener("regions:updated", (event) => {
  if (!event.detail?.includes("decision")) return;
  const wait = before.meanings.size ? allowed() : 0;
  const other = buttons().filter((el) => !before.meanings.has(meaning(el)) && (before.slots.has(slot(el)) || el.matches(".btn-go")));
  if (other.length && wait > 0) {
    for (const button of other) until.set(meaning(button), Date.now() + wait);
    document.dispatchEvent(new CustomEvent("announce", { detail: document.getElementById("live")?.dataset.held ?? "" }));
  }
  show();
});

/** Whatever would press it: a tap, a key in a field of its form, a script. */
function refuse(event) {
  const pressed = event.type === "submit" ? event.submitter ?? event.target.querySelector("[data-held]") : event.target.closest?.("a, button");
  if (!pressed?.hasAttribute("data-held")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
for (const type of ["click", "submit"]) addEventListener(type, refuse, true);
