// Turns alerts on for this browser. It is asked for permission only after a press of the button; the answer goes to the
// server as an ordinary form.

const form = document.querySelector("form[data-push-key]");
const button = form?.querySelector("button");
const status = form?.querySelector("[data-push-status]");
const say = (text) => { status.textContent = text ?? ""; };

const LONGEST_WAIT = 10000; // for the worker of this site: where the browser refuses one, none ever comes

/** Has the browser what alerts need, and what did the person say about them? Null where it does not let us ask. */
function permission() {
  try {
    const able = navigator.serviceWorker && "PushManager" in window && "Notification" in window;
    return able ? Notification.permission : null;
  } catch { return null; }
}

/** The worker of this site. Rejects where none comes. */
function worker() {
  const late = new Promise((_done, fail) => { setTimeout(() => fail(new Error("no worker")), LONGEST_WAIT); });
  return Promise.race([navigator.serviceWorker.ready, late]);
}

/** Rejects where the browser refuses any part of it. */
async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") return say(form.dataset.denied);
  const registration = await worker();
  const options = { userVisibleOnly: true, applicationServerKey: form.dataset.pushKey };
  const old = await registration.pushManager.getSubscription();
  const found = await registration.pushManager.subscribe(options).catch(async () => {
    await old?.unsubscribe(); // made for another key of the site
    return registration.pushManager.subscribe(options);
  });
  const { endpoint, keys } = found.toJSON();
  form.elements.endpoint.value = endpoint;
  form.elements.p256dh.value = keys.p256dh;
  form.elements.auth.value = keys.auth;
  form.submit();
}

if (form) {
  const now = permission();
  if (now === null) say(form.dataset.unable);
  else if (now === "denied") say(form.dataset.denied);
  button.hidden = now === null;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    say("");
    button.disabled = true;
    subscribe().catch(() => say(form.dataset.failed)).finally(() => { button.disabled = false; });
  });
}
