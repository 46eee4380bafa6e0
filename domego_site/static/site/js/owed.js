// How many matches wait for the reader stands in the title of the page, (2) in front, and on the icon of the installed
// app. poll.js says `server:owed` when an answer of the server tells the number. Here too the worker of the installed app
// is brought in: it shows alerts, and a page of ours where there is no network.

const root = document.documentElement;
let owed = Number(root.dataset.owed || 0);

/** The title as the server wrote it, without a number from before. */
const bare = () => document.title.replace(/^\(\d+\) /, "");

function show() {
  const wanted = owed ? `(${owed}) ${bare()}` : bare();
  if (document.title !== wanted) document.title = wanted;
  if (owed) navigator.setAppBadge?.(owed).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

document.addEventListener("server:owed", (event) => {
  if (!Number.isInteger(event.detail)) return;
  owed = event.detail;
  show();
});
document.addEventListener("regions:replace", show); // news bring a title of their own
if (root.dataset.owed) show();

if (root.dataset.worker) navigator.serviceWorker?.register(root.dataset.worker).catch(() => {});
