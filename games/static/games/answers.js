// Answers of the table are sent by script, and what they change is exchanged in the open page. What went wrong, or what
// only a page of its own can say (signed out, another table), goes the way of plain forms: the form is sent once more as it
// is, and the site knows it by its submission_id. Before this, outbox.js has kept what is sent.

const seconds = 20;
const beginning = 160; // pixels of a place that are enough to go on reading
const general = new Set(["recap", "decision"]); // beside which the next question stands
const table = document.querySelector(".at-table #live");
let underway = false;

const ids = (root) => [...root.querySelectorAll("[data-region][id]")].map((each) => each.id).sort().join();
const say = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

/** The button that was pressed goes along, as the browser would send it. */
function plainly(form, button) {
  if (button?.name) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: button.name, value: button.value });
    form.append(field);
  }
  form.submit();
}

/** To where the server says that there is something to see next, or to the decision where that place is gone, and to the
    next question. The page moves only where they are out of sight: the eye stays where the decision was made. */
function lookAt(place) {
  const found = place && (document.getElementById(place) ?? document.getElementById("decision"));
  if (!found) return;
  if (!found.hasAttribute("tabindex")) found.tabIndex = -1;
  found.focus({ preventScroll: true });
  // Beside a drawing the question alone comes into sight: the rest of its card would push the drawing away.
  const isBeside = found.id === "decision" && document.querySelector("#recap.is-line");
  const { top, height } = found.getBoundingClientRect();
  const isAway = top < 0 || top + Math.min(height, beginning) > innerHeight;
  if (isAway && !isBeside) found.scrollIntoView({ block: "start" });
  if (general.has(found.id)) document.querySelector("#decision .ask")?.scrollIntoView({ block: "nearest" });
}

function take(response, page, form, sentTo) {
  const isNew = ids(page) !== ids(document);
  const place = response.headers.get("X-Place") ?? "";
  say("outbox:arrived");
  if (isNew) {
    location.replace(`${location.pathname}${location.search}${place && `#${place}`}`);
    if (place) location.reload();
    return;
  }
  // Of what was taken nothing is put back into a form that stays.
  page.documentElement.dataset.answer = response.status === 200 ? form.id || "-" : "";
  say("poll:taken", response);
  if (page.title) document.title = page.title;
  say("regions:replace", page);
  // A refusal is told in the form, whose own address says where it stands.
  lookAt(response.status === 200 ? place : sentTo.hash.slice(1) || "decision");
  if (response.status !== 200) document.querySelector("main [role=alert]")?.scrollIntoView({ block: "nearest" });
}

async function send(form, button) {
  underway = true;
  say("poll:sending", true);
  const sentTo = new URL(form.action, location.href);
  form.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(sentTo, {
      method: "POST",
      body: new URLSearchParams(new FormData(form, button)),
      headers: { "X-Answer": "regions" },
      redirect: "manual",
      signal: AbortSignal.timeout(1000 * seconds),
    });
    const text = [200, 409, 422].includes(response.status) ? await response.text() : "";
    const page = new DOMParser().parseFromString(text, "text/html");
    if (!page.querySelector("[data-region]")) return void plainly(form, button); // this page is about to be left
    take(response, page, form, sentTo);
  } catch {
    say("outbox:lost");
  }
  underway = false;
  form.removeAttribute("aria-busy");
  say("poll:sending", false);
}

// What htmx exchanges takes the focus away with it: it stays at that place of the page.
document.addEventListener("htmx:afterSettle", (event) => {
  const place = event.detail?.target && document.getElementById(event.detail.target.id);
  if (!place || document.activeElement !== document.body) return;
  if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
  place.focus({ preventScroll: true });
});

if (table) {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || !form.elements.submission_id || form.matches("[hx-post], [target]") || event.submitter?.hasAttribute("formaction")) return;
    if (!new URL(form.action, location.href).pathname.endsWith("/play/")) return;
    event.preventDefault();
    if (!underway) send(form, event.submitter);
  });
}
