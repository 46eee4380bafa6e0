// Launches from a learning platform: does the browser keep cookies in its frame, and if not, does the platform keep our
// secret in the page around it (lti_storage_target)?

const PATIENCE = 2000;

/** The window that keeps data: a frame of the platform by name, else the page around ours. */
function keeper(name) {
  if (name && name !== "_parent") {
    try {
      if (window.parent.frames[name]) return window.parent.frames[name];
    } catch {
      // Another site's frames have no names for us.
    }
  }
  return window.parent;
}

/** A name for one question; browsers make none on pages without TLS. */
function freshName() {
  try { return crypto.randomUUID(); } catch { return `${Date.now()}-${Math.random()}`; }
}

/** True if the probe came back: a browser that keeps no cookies here may say so by an error. */
function keepsCookies() {
  try { return document.cookie.split("; ").includes("lms-probe=1"); } catch { return false; }
}

/** An empty tab, or null where the page may open none. */
function newTab() {
  try { return window.open("about:blank", "_blank"); } catch { return null; }
}

/** One question to the platform; its answer, or null where none comes in time. */
function ask(box, message) {
  return new Promise((resolve) => {
    const id = freshName();
    const over = setTimeout(() => done(null), PATIENCE);
    const heard = (event) => {
      if (event.origin !== box.dataset.origin || event.data?.message_id !== id) return;
      done(event.data.error ? null : event.data);
    };
    const done = (answer) => {
      clearTimeout(over);
      removeEventListener("message", heard);
      resolve(answer);
    };
    addEventListener("message", heard);
    keeper(box.dataset.storage).postMessage({ ...message, message_id: id }, box.dataset.origin);
  });
}

const login = document.getElementById("lms-login");
if (login) {
  const { url, storage, key, value } = login.dataset;
  if (keepsCookies()) location.replace(url);
  else if (storage && (await ask(login, { subject: "lti.put_data", key, value }))) location.replace(url);
  else {
    login.querySelector("p").hidden = true;
    document.getElementById("lms-no-cookies").hidden = false;
  }
}

const kept = document.getElementById("lms-storage");
if (kept) {
  const answer = await ask(kept, { subject: "lti.get_data", key: kept.dataset.key });
  kept.elements.proof.value = answer?.value ?? "-";
  kept.submit();
}

document.getElementById("lms-return")?.submit();

// A page that waits sends its form by itself: the answer is the page to go to, or this one again.
const waiting = document.getElementById("lms-wait");
if (waiting) setTimeout(() => waiting.submit(), 1000 * Number(waiting.dataset.seconds));

// The ticket in the link is good for some minutes only: one that is pressed later is asked for anew, in the frame, which
// alone has the cookies. The tab is opened at once, else a browser would take it for an unwanted one.
document.getElementById("lms-out")?.addEventListener("click", async (event) => {
  event.preventDefault();
  const link = event.currentTarget;
  const tab = newTab();
  const body = new URLSearchParams({ next: location.pathname + location.search });
  const headers = { "X-CSRFToken": link.dataset.csrf };
  const answer = await fetch(link.dataset.fresh, { method: "POST", body, headers }).catch(() => null);
  const fresh = answer?.ok ? await answer.json().catch(() => null) : null;
  const url = fresh?.url ?? link.href;
  if (tab) tab.location.replace(url);
  else location.assign(url);
});

document.querySelector("[data-lms-close]")?.addEventListener("click", () => {
  (window.opener || window.parent).postMessage({ subject: "org.imsglobal.lti.close" }, "*");
});
