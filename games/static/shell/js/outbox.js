// What was typed at a table is not lost. A form that cannot be sent for want of a connection is held and goes out by itself,
// once (its submission_id), as the ordinary form that it is, so that the answer is an ordinary page. What did not arrive
// because the session was over comes back into the same form of the same question after signing in, and is not sent.
//
// One record in the tab's own storage: `leaving` while a form is under way, `held` until there is a connection, `typed` if
// another page than the table came instead of an answer. #outbox of the table's page has the words; the page that an
// installed site shows without a network has [data-unsent].

const place = "unsent";
const most = 20000; // characters
const oldest = 24 * 3600 * 1000;
const retrySeconds = 5;
const box = document.getElementById("outbox");
const offlinePage = document.querySelector("[data-unsent]");
const table = /^\/(?:.*\/)?matches\/\d+\//;
const tableOf = (url) => new URL(url, location.href).pathname.match(table)?.[0];

function read() {
  try {
    const found = JSON.parse(sessionStorage.getItem(place));
    return found && Date.now() - found.at < oldest ? found : null;
  } catch { return null; }
}

function write(record) {
  try {
    const text = record && JSON.stringify(record);
    if (text && text.length <= most) sessionStorage.setItem(place, text);
    else sessionStorage.removeItem(place);
    return Boolean(text) && text.length <= most;
  } catch { return false; }
}

/** Shows one line of the box, or none. */
function say(name) {
  for (const line of box?.querySelectorAll("[data-say]") ?? []) line.hidden = line.dataset.say !== name;
}

const isTyped = (name) => !["csrfmiddlewaretoken", "submission_id", "key", "seat", "stay"].includes(name);

function recordOf(form, button) {
  const fields = [...new FormData(form, button)].filter(([name, value]) => name !== "csrfmiddlewaretoken" && typeof value === "string");
  const page = location.href.replace(/#.*/, "");
  return { at: Date.now(), user: box?.dataset.user, state: "leaving", page, action: button?.getAttribute("formaction") ?? form.getAttribute("action") ?? page, form: form.id, key: form.dataset.key, button: button?.name, fields };
}

// Sending -----------------------------------------------------------------------------------------------------------------

const live = document.getElementById("live");
const isDoubtful = () => !navigator.onLine || Boolean(live?.dataset.connection);
let timer = 0;
let trying = false;

/** Is the site there? Whatever it answers to a short question is an answer, but that it is out of order. */
async function reaches(url) {
  try {
    const headers = live?.dataset.etag ? { "HX-Request": "true", "If-None-Match": live.dataset.etag } : {};
    return (await fetch(url, { headers, cache: "no-store", signal: AbortSignal.timeout(8000) })).status < 500;
  } catch { return false; }
}

function send(record) {
  const form = document.createElement("form");
  form.method = "post";
  form.action = record.action;
  form.hidden = true;
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  for (const [name, value] of [["csrfmiddlewaretoken", token], ...record.fields]) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  write({ ...record, state: "leaving" });
  document.body.append(form);
  form.submit();
}

async function tryAgain() {
  clearTimeout(timer);
  if (trying || read()?.state !== "held") return;
  trying = true;
  const there = await reaches(live?.dataset.pollUrl ?? read().page);
  trying = false;
  const record = read(); // it may have been withdrawn meanwhile
  if (record?.state !== "held") return;
  if (!there) {
    say("held");
    timer = setTimeout(tryAgain, 1000 * retrySeconds);
  } else if (offlinePage) location.replace(record.page);
  else send(record);
}

if (box) {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || form.matches("[hx-post]") || !form.elements.submission_id) return;
    if (read()?.state === "held") {
      event.preventDefault();
      say("held");
      box.querySelector("[data-withdraw]")?.focus();
      return;
    }
    const record = recordOf(form, event.submitter);
    const kept = write(record);
    if (!kept || !isDoubtful()) return;
    event.preventDefault();
    write({ ...record, state: "held" });
    tryAgain();
  });
}

// Of forms that a script sends (answers.js): the answer is there, or none came.
document.addEventListener("outbox:arrived", () => { if (read()?.state === "leaving") write(null); });
document.addEventListener("outbox:lost", () => {
  const record = read();
  if (record?.state !== "leaving") return;
  write({ ...record, state: "held" });
  say("held");
  tryAgain();
});

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-withdraw]")) return;
  write(null);
  clearTimeout(timer);
  say("withdrawn");
  if (offlinePage) offlinePage.hidden = true;
  document.getElementById("decision")?.querySelector("button:not([type=button])")?.focus();
});
addEventListener("online", tryAgain);

/** The page is about to be loaded again because nobody is signed in any more: what was typed is kept for afterwards. */
document.addEventListener("page:lost", () => {
  const isDirty = (el) => (/^(radio|checkbox)$/.test(el.type) ? el.checked !== el.defaultChecked : "defaultValue" in el && el.type !== "hidden" && el.value !== el.defaultValue);
  const form = [...document.querySelectorAll("#decision form")].find((each) => each.elements.submission_id && [...each.elements].some(isDirty));
  if (form && box && !read()) write({ ...recordOf(form), state: "typed" });
});

// Arriving ----------------------------------------------------------------------------------------------------------------

/** What was typed goes into the same form of the same question. */
function giveBack(record) {
  const form = record.form && document.getElementById(record.form);
  if (!form || form.dataset.key !== record.key) return false;
  const used = new Set();
  for (const el of form.elements) if (el.type === "checkbox") el.checked = record.fields.some(([name, value]) => name === el.name && value === el.value);
  for (const [name, value] of record.fields.filter(([each]) => isTyped(each) && each !== record.button)) {
    const el = [...form.elements].find((each) => each.name === name && !used.has(each) && (each.type !== "radio" || each.value === value));
    if (!el || el.disabled) continue;
    used.add(el);
    if (el.type === "radio") el.checked = true;
    else if (el.type !== "checkbox") el.value = value;
  }
  const first = [...used].find((el) => el.type !== "hidden") ?? form;
  first.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

function arrive(cameBack) {
  const record = read();
  if (!record) return;
  if (box && record.user !== box.dataset.user) return void write(null); // somebody else's, in the same tab
  const isHere = box && tableOf(record.action) === tableOf(location.href);
  if (record.state === "leaving") {
    if (offlinePage) write({ ...record, state: "held" });
    else if (!isHere || cameBack) write({ ...record, state: "typed" });
    else return void write(null); // this page is the answer
  }
  const { state } = read() ?? record;
  if (offlinePage) offlinePage.hidden = state !== "held";
  if (state === "held" && (isHere || offlinePage)) tryAgain();
  if (state === "typed" && isHere) {
    if (giveBack(record)) say("typed");
    write(null);
  }
}
arrive(performance.getEntriesByType("navigation")[0]?.type === "back_forward");
addEventListener("pageshow", (event) => { if (event.persisted) arrive(true); });
