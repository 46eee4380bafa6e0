// Runs in the browser beside the pages; `shell` stands above, written by domego_site/installing.py. It keeps one page and
// its looks for when the site cannot be reached, and shows alerts. No page with anybody's data is ever kept: what a table
// was the last time might be wrong by now.

const kept = `shell-${shell.version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

async function keep() {
  const cache = await caches.open(kept);
  const fresh = [shell.page, ...shell.files].map((url) => new Request(url, { cache: "reload" }));
  await cache.addAll(fresh);
}

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

async function forgetOthers() {
  for (const name of await caches.keys()) if (name !== kept) await caches.delete(name);
}

// Pages that are asked for, and answers to forms, come from the network; what scripts ask for is not touched at all. A form
// that cannot be sent gets the kept page too: outbox.js, which knows what was typed, sends it again from there.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") return event.respondWith(fetch(request).catch(() => fromShell(shell.page)));
  if (request.method !== "GET") return;
  const address = new URL(request.url);
  if (shell.files.includes(address.pathname)) event.respondWith(fetch(request).catch(() => fromShell(address.pathname)));
});

async function fromShell(url) {
  const cache = await caches.open(kept);
  return (await cache.match(url)) ?? Response.error();
}

// What is pushed says which game and where: no names. Each message shows something, as browsers ask for.
self.addEventListener("push", (event) => {
  let told = {};
  try { told = event.data?.json() ?? {}; } catch { /* shown in general words */ }
  const options = {
    body: told.body || shell.body,
    tag: told.tag || "turn",
    icon: shell.icon,
    badge: shell.badge,
    data: { url: told.url || shell.home },
  };
  event.waitUntil(self.registration.showNotification(told.title || shell.title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data?.url));
});

/** A window that shows the page already comes to the front. Nothing but pages of this site is ever opened. */
async function show(wanted) {
  const url = new URL(wanted || shell.home, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((each) => each.url === url.href) ?? open.find((each) => new URL(each.url).pathname === url.pathname);
  if (there) await there.focus();
  else await self.clients.openWindow(url.href);
}
