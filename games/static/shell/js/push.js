// Turns alerts on for this browser. It is asked for permission only after a press of the button; the answer goes to the
// server as an ordinary form.

const form = document.querySelector("form[data-push-key]");
const button = form?.querySelector("button");
const status = form?.querySelector("[data-push-status]");
const say = (text) => { status.textContent = text ?? ""; };

async function subscribe() {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return say(form.dataset.denied);
  const registration = await navigator.serviceWorker.ready;
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
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!able) say(form.dataset.unable);
  else if (Notification.permission === "denied") say(form.dataset.denied);
  button.hidden = !able;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    say("");
    button.disabled = true;
    subscribe().catch(() => say(form.dataset.failed)).finally(() => { button.disabled = false; });
  });
}
