// Where too many people sign in at once the server says when to come again: the form waits by itself and keeps what was
// typed. Without this script the page says so, and the form is sent again by hand.

document.addEventListener("submit", (event) => {
  const form = event.target;
  const line = form.querySelector("[data-waits]");
  if (!line) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form));
  for (const element of form.elements) element.disabled = true;
  signIn(form, line, fields).catch(() => {
    for (const element of form.elements) element.disabled = false;
    form.submit();
  });
}, true);

async function signIn(form, line, fields) {
  for (;;) {
    const answer = await fetch(form.action, { method: "POST", body: fields, headers: { "X-Waits": "1" } });
    const text = await answer.text();
    if (answer.status === 429 && !text) {
      await turn(line, Number(answer.headers.get("Retry-After")) + Math.random()); // a class must not come back as one
    } else if (answer.headers.get("Content-Type").startsWith("application/json")) {
      location.assign(JSON.parse(text).to);
      return;
    } else {
      show(new DOMParser().parseFromString(text, "text/html"));
      return;
    }
  }
}

/** Say how long it lasts, until it is over. */
async function turn(line, seconds) {
  line.hidden = false;
  for (let left = Math.ceil(seconds); left > 0; left -= 1) {
    line.textContent = line.dataset.waits.replace("%s", left);
    if (line.ariaLive !== "off") setTimeout(() => { line.ariaLive = "off"; }, 500); // told once, not with each second
    await new Promise((resolve) => setTimeout(resolve, (1000 * seconds) / Math.ceil(seconds)));
  }
}

/** A page that says what was wrong takes the place of this one. */
function show(page) {
  document.title = page.title;
  document.querySelector("main").replaceWith(page.querySelector("main"));
  (document.querySelector("[aria-invalid], [role=alert]") ?? document.querySelector("main")).focus();
}
