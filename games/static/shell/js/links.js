// Links to keep: a button copies one, another hands it to the device's own list of ways to send. The link itself stands
// beside them as text that can be selected.

if (navigator.share) document.documentElement.dataset.share = "";

document.addEventListener("click", async (event) => {
  const copy = event.target.closest("[data-copy]");
  if (copy) await copyText(copy);
  const share = event.target.closest("[data-share]:not(html)");
  if (share) await shareLink(share);
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches("input[readonly].copy-field")) event.target.select();
});

/** Puts a link on the clipboard and says so on the button for a moment. */
async function copyText(button) {
  const said = button.querySelector("span");
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch {
    selectBeside(button);
    return;
  }
  const before = said.textContent;
  if (before === button.dataset.copied) return;
  said.textContent = button.dataset.copied;
  document.dispatchEvent(new CustomEvent("announce", { detail: button.dataset.copied }));
  setTimeout(() => { said.textContent = before; }, 2000);
}

/** Without a clipboard (no TLS) the link is shown for copying by hand. */
function selectBeside(button) {
  let field = button.parentElement.querySelector("input[readonly]") ?? document.querySelector(`input[value="${CSS.escape(button.dataset.copy)}"]`);
  if (!field) {
    field = document.createElement("input");
    field.readOnly = true;
    field.className = "s wide-input";
    field.value = button.dataset.copy;
    button.after(field);
  }
  field.focus();
  field.select();
}

/** The device asks where to; somebody who thinks better of it is told nothing. */
async function shareLink(button) {
  try {
    await navigator.share({ title: document.title, url: button.dataset.share });
  } catch (error) {
    if (error.name !== "AbortError") selectBeside(button);
  }
}
