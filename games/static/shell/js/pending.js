// How many matches wait for the reader stands in the title of the page, (2) in front, and on the icon of the installed
// app. poll.js says `server:pending` when an answer of the server tells the number. Here too the worker of the installed app
// is brought in: it shows alerts, and a page of ours where there is no network. Who signs out leaves no number and no
// alerts to the next one at this browser.

const root = document.documentElement;
let pending = Number(root.dataset.pending || 0);

/** The title as the server wrote it, without a number from before. */
const bare = () => document.title.replace(/^\(\d+\) /, "");

function show() {
  const wanted = pending ? `(${pending}) ${bare()}` : bare();
  if (document.title !== wanted) document.title = wanted;
  badge(pending);
}

/** The number on the icon, none for 0, where the browser has such an icon and lets this page write on it. */
function badge(number) {
  try { (number ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.())?.catch(() => {}); } catch { /* no icon */ }
}

/** The browser's workers for this site; null in a frame that may have none. */
function workers() {
  try { return navigator.serviceWorker ?? null; } catch { return null; }
}

document.addEventListener("server:pending", (event) => {
  if (!Number.isInteger(event.detail)) return;
  pending = event.detail;
  show();
});
document.addEventListener("regions:replace", show); // news bring a title of their own
if (root.dataset.pending) show();
else badge(0);

// In a frame there is no app, and each launch there would leave a worker of its own behind.
if (root.dataset.worker && window === window.top) workers()?.register(root.dataset.worker).catch(() => {});

const LONGEST_WAIT = 2000; // the browser asks its maker's service, and signing out waits no longer for that
let leaving = false;

/** This browser's address goes with the form, so that the server forgets it; then the browser ends it too. */
async function silence(form) {
  const registration = await workers()?.getRegistration();
  const found = await registration?.pushManager?.getSubscription();
  if (!found) return;
  form.elements.endpoint.value = found.endpoint;
  await found.unsubscribe();
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-sign-out]")) return;
  event.preventDefault();
  if (leaving) return;
  leaving = true;
  const waited = new Promise((done) => { setTimeout(done, LONGEST_WAIT); });
  await Promise.race([silence(form).catch(() => {}), waited]);
  form.submit();
});
addEventListener("pageshow", () => { leaving = false; }); // back to this page, which may be kept as it was
