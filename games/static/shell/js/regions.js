// Replaces parts of a page by newer ones without taking anything from the person: what was typed, chosen, opened, focused
// or scrolled stays. poll.js sends `regions:replace` with the parsed answer; this file answers with `regions:updated`.
//
// Why not htmx: an htmx poll swaps the whole target and knows nothing of half-typed offers or of one question having been
// replaced by another. htmx does the rest (talk messages, filters), where one part is posted and swapped.

const volatile = /(name="(?:csrfmiddlewaretoken|submission_id|shown)" value=")[^"]*/g;
const fingerprint = (node) => node.outerHTML.replace(volatile, "$1");

/** What the server last sent for each region: a region that did not change is left alone, with all its state. */
const sent = new Map();
for (const region of document.querySelectorAll("[data-region][id]")) sent.set(region.id, fingerprint(region));

const isChoice = (el) => el.type === "radio" || el.type === "checkbox";
const isDirty = (el) => {
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

function replaceRegion(region, fresh, answered) {
  const forms = takeForms(region).filter((form) => form.id !== answered);
  const focus = takeFocus(region);
  const open = takeOpen(region);
  const scroll = takeScroll(region);
  region.replaceWith(fresh);
  for (const [id, was] of open) {
    const el = document.getElementById(id);
    if (el) el.open = was;
  }
  giveForms(forms);
  for (const [id, left, top, atEnd] of scroll) document.getElementById(id)?.scrollTo(left, atEnd ? 1e9 : top);
  giveFocus(fresh, focus);
  for (const form of fresh.querySelectorAll("form[data-preview]")) form.dispatchEvent(new Event("input", { bubbles: true }));
  window.htmx?.process(fresh);
}

document.addEventListener("regions:replace", (event) => {
  const changed = [];
  const answered = event.detail.documentElement?.dataset.answer; // the form that was sent and taken: it begins anew
  for (const fresh of event.detail.querySelectorAll("[data-region][id]")) {
    const region = document.getElementById(fresh.id);
    const print = fingerprint(fresh);
    const isAnswered = answered && (answered === "-" ? fresh.id === "decision" : region?.querySelector(`#${CSS.escape(answered)}`));
    if (!region || (sent.get(fresh.id) === print && !isAnswered)) continue;
    sent.set(fresh.id, print);
    replaceRegion(region, document.importNode(fresh, true), answered);
    changed.push(fresh.id);
  }
  if (changed.length) document.dispatchEvent(new CustomEvent("regions:updated", { detail: changed }));
});
