// Replaces parts of a page by newer ones without taking anything from the person: what was typed, chosen, opened, focused
// or scrolled stays. poll.js sends `regions:replace` with the parsed answer; this file answers with `regions:updated`.
//
// Why not htmx: an htmx poll swaps the whole target and knows nothing of half-typed offers or of one question having been
// replaced by another. htmx does the rest (talk messages, filters), where one part is posted and swapped.

const volatile = /(name="(?:csrfmiddlewaretoken|submission_id|shown)" value=")[^"]*/g;
const PARTS = "[data-region][id]";
const QUESTION = "#decision :is(.ask, #decision-h)";
const fingerprint = (node) => node.outerHTML.replace(volatile, "$1");

/** What the server last sent for each region: a region that did not change is left alone, with all its state. */
const sent = new Map();
for (const region of document.querySelectorAll(PARTS)) sent.set(region.id, fingerprint(region));

const isChoice = (el) => el.type === "radio" || el.type === "checkbox";
const isDirty = (el) => {
  // A list without a choice of its own shows its first option.
  if (el.type === "select-one") return el.selectedIndex !== Math.max(0, [...el.options].findIndex((option) => option.defaultSelected));
  if (el.tagName === "SELECT") return [...el.options].some((option) => option.selected !== option.defaultSelected);
  return isChoice(el) ? el.checked !== el.defaultChecked : el.value !== el.defaultValue;
};
const isTyped = (el) => el.name && el.type !== "hidden" && el.type !== "submit" && el.type !== "file" && "value" in el;

/** The changed controls of every form with an id. `key` is the question a form answers; another question starts fresh. */
function takeForms(region) {
  return [...region.querySelectorAll("form[id]")].map((form) => {
    const controls = [...form.elements].filter(isTyped);
    const dirty = new Set(controls.filter(isDirty).map((el) => el.name));
    const values = controls.filter((el) => dirty.has(el.name))
      .map((el) => ({ name: el.name, value: el.value, checked: el.checked, choice: isChoice(el) }));
    return { id: form.id, key: form.dataset.key, values };
  });
}

/** Are these the changed controls of a form that is there, still unchanged and asks the same? */
const isWaiting = ({ id, key }) => {
  const form = document.getElementById(id);
  return form?.dataset.key === key && ![...form.elements].filter(isTyped).some(isDirty);
};

function giveForms(saved) {
  for (const { id, key, values } of saved) {
    const form = document.getElementById(id);
    if (!form || form.dataset.key !== key) continue;
    const used = new Set();
    for (const { name, value, checked, choice } of values) {
      const el = [...form.elements].find((c) => c.name === name && !used.has(c) && (!choice || c.value === value));
      if (!el || el.disabled) continue;
      used.add(el);
      if (choice) el.checked = checked;
      else if (el.tagName !== "SELECT" || [...el.options].some((o) => o.value === value && !o.disabled)) el.value = value;
    }
    if (values.length && !form.matches("[data-preview]")) form.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** Where the focus is, in words that survive the replacement of the element. */
function takeFocus(region) {
  const el = document.activeElement;
  if (!el || !region.contains(el)) return null;
  const inDetails = el.tagName === "SUMMARY" ? el.parentElement.id : "";
  let caret = null;
  try { caret = [el.selectionStart, el.selectionEnd]; } catch { /* numbers and e-mails have no caret to read */ }
  return { id: el.id, name: el.name, value: isChoice(el) || el.tagName === "BUTTON" ? el.value : null,
    form: el.form?.id, href: el.getAttribute("href"), inDetails, caret };
}

function findFocus(region, was) {
  if (was.id) return document.getElementById(was.id);
  if (was.inDetails) return document.getElementById(was.inDetails)?.querySelector("summary");
  if (was.href) return region.querySelector(`a[href="${CSS.escape(was.href)}"]`);
  const form = was.form && document.getElementById(was.form);
  if (!form) return null;
  return [...form.elements].find((el) => el.name === was.name && (was.value === null || el.value === was.value));
}

function giveFocus(region, was) {
  if (!was || region.contains(document.activeElement)) return;
  const el = findFocus(region, was);
  if (!el) region.tabIndex = -1; // the question is gone: stay at this place of the page, not at its top
  (el ?? region).focus({ preventScroll: true });
  if (!el || was.caret?.[0] == null) return;
  try { el.setSelectionRange(...was.caret); } catch { /* a type without caret */ }
}

const takeOpen = (region) => [...region.querySelectorAll("details[id]")].map((el) => [el.id, el.open]);
const takeScroll = (region) => [...region.querySelectorAll("[id].scroll, [id][data-scroll]")].map((el) =>
  [el.id, el.scrollLeft, el.scrollTop, el.scrollHeight - el.clientHeight - el.scrollTop < 4 && el.dataset.scroll === "end"]);

/** In three steps, each of them for all regions before the next: what is read after something was changed is laid out anew. */
function* replaceRegion(region, fresh, answered) {
  const forms = takeForms(region).filter((form) => form.id !== answered);
  const focus = takeFocus(region);
  const open = takeOpen(region);
  const scroll = takeScroll(region);
  yield;
  region.replaceWith(fresh);
  yield;
  for (const [id, was] of open) {
    const el = document.getElementById(id);
    if (el) el.open = was;
  }
  giveForms(forms);
  for (const [id, left, top, atEnd] of scroll) if (left || top || atEnd) document.getElementById(id)?.scrollTo(left, atEnd ? 1e9 : top);
  giveFocus(fresh, focus);
  for (const form of fresh.querySelectorAll("form[data-preview]")) form.dispatchEvent(new Event("input", { bubbles: true }));
  window.htmx?.process(fresh);
}

/** How much of a region is on the screen, in square pixels. */
function shows(region) {
  const { top, bottom, width } = region.getBoundingClientRect();
  return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)) * width;
}

/** The questions that the page asks now. */
const asks = () => [...document.querySelectorAll("#decision [name=key]")].map((each) => each.value).sort().join(" ");

/** Is its first line in sight, with no bar over it? */
function isSeen(el) {
  const { left, top, height } = el.getBoundingClientRect();
  return height > 0 && el.contains(document.elementFromPoint(left + 4, top + Math.min(height / 2, 12)));
}

/** The region of which most is shown. */
function mostShown() {
  let [most, found] = [0, null];
  for (const region of document.querySelectorAll(PARTS)) {
    const shown = shows(region);
    if (shown > most) [most, found] = [shown, region];
  }
  return found;
}

/** What is looked at: the names around the middle of the screen, from the nearest one outwards. Above it parts may grow and
    shrink, and lists may take another order, without moving it. */
function looked() {
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const places = [];
  for (let el = middle?.closest(PARTS) ? middle : mostShown(); el?.closest(PARTS); el = el.parentElement) {
    if (el.id && !el.closest("svg svg, svg *")) places.push([el.id, el.getBoundingClientRect().top]);
  }
  const question = document.querySelector(QUESTION);
  return { places, asked: asks(), question: question && isSeen(question) ? question.getBoundingClientRect().top : null };
}

/** By ourselves: the browser would hold what was replaced, or move the page a second time. A question that takes the place of
    one that was in sight stands where that stood. */
function lookAgain({ places, asked, question }) {
  const fresh = question !== null && asked !== asks() ? document.querySelector(QUESTION) : null;
  const held = fresh ? [[fresh, question]] : places.map(([id, top]) => [document.getElementById(id), top]);
  for (const [el, top] of held) {
    const now = el?.getBoundingClientRect();
    if (!now?.height) continue;
    if (Math.abs(now.top - top) >= 1) scrollBy({ top: now.top - top, behavior: "instant" });
    break;
  }
  if (fresh && !isSeen(fresh)) fresh.scrollIntoView({ block: "nearest", behavior: "instant" });
}

// What was typed or marked at a table outlives its page: a reload, the way back, a tab that a phone put aside. It stays in
// the tab, for the same person, address and question; what has been sent goes with it.
const reader = document.getElementById("outbox")?.dataset.user;
const begun = `begun ${location.pathname}${location.search}`;
let sentForm = "";

function keepForms() {
  const forms = takeForms(document).filter((form) => form.values.length && form.id !== sentForm);
  try {
    if (forms.length) sessionStorage.setItem(begun, JSON.stringify({ reader, forms }));
    else sessionStorage.removeItem(begun);
  } catch { /* then it is lost with the page */ }
}

function takeUpForms() {
  let kept = null;
  try { kept = JSON.parse(sessionStorage.getItem(begun)); } catch { /* nothing was kept */ }
  if (kept?.reader !== reader) return;
  const waiting = kept.forms.filter(isWaiting);
  giveForms(waiting);
  for (const { id } of waiting) {
    const form = document.getElementById(id);
    if (form.matches("[data-preview]")) form.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

if (reader) {
  addEventListener("load", takeUpForms);
  addEventListener("submit", (event) => { sentForm = event.defaultPrevented ? "" : event.target.id; });
  addEventListener("pagehide", keepForms);
  document.addEventListener("visibilitychange", () => { if (document.hidden) keepForms(); });
}

document.addEventListener("regions:replace", (event) => {
  const changed = [];
  const steps = [];
  const step = () => { for (const each of steps) each.next(); };
  const eye = looked();
  const answered = event.detail.documentElement?.dataset.answer; // the form that was sent and taken: it begins anew
  for (const fresh of event.detail.querySelectorAll(PARTS)) {
    const region = document.getElementById(fresh.id);
    const print = fingerprint(fresh);
    const isAnswered = answered && (answered === "-" ? fresh.id === "decision" : region?.querySelector(`#${CSS.escape(answered)}`));
    if (!region || (sent.get(fresh.id) === print && !isAnswered)) continue;
    sent.set(fresh.id, print);
    steps.push(replaceRegion(region, document.importNode(fresh, true), answered));
    changed.push(fresh.id);
  }
  step(); // what is there is read
  document.documentElement.style.overflowAnchor = "none";
  step(); // exchanged
  step(); // given back
  lookAgain(eye);
  requestAnimationFrame(() => document.documentElement.style.removeProperty("overflow-anchor"));
  if (!changed.length) return;
  document.dispatchEvent(new CustomEvent("regions:updated", { detail: changed }));
  lookAgain(eye); // what the scripts of the page have made of it has its own height
});
