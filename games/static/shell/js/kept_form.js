// A form whose answers are kept on the site while the person types: `form[data-kept]`, posted as a whole without its
// button. What could not be kept is tried again when the connection is back. Its note tells what was saved, lost or refused.
const WAIT = 1500;

for (const form of document.querySelectorAll("form[data-kept]")) {
  const note = form.querySelector("[data-kept-note]");
  let timer = 0;
  let dirty = false;

  const say = (name) => {
    if (note && form.dataset[name]) note.textContent = form.dataset[name];
  };

  const keep = async () => {
    clearTimeout(timer);
    if (!dirty) return;
    dirty = false;
    try {
      const answer = await fetch(form.action || location.href, { method: "POST", body: new FormData(form) });
      say(answer.status === 204 ? "saved" : "refused");
    } catch {
      dirty = true;
      say("lost");
    }
  };

  form.addEventListener("input", () => {
    dirty = true;
    clearTimeout(timer);
    timer = setTimeout(keep, WAIT);
  });
  form.addEventListener("submit", (event) => {
    clearTimeout(timer);
    if (navigator.onLine) return;
    event.preventDefault();
    say("lost");
  });
  addEventListener("online", keep);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keep();
  });
}
