// Arrow keys step through a replay; moving the slider goes there. Without this, links and a button do the same.

const form = document.querySelector("form[data-arrows]");

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.matches("input, select, textarea") && event.target.type !== "range") return;
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = rel && document.querySelector(`a[rel="${rel}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});

form?.querySelector("input[type=range]").addEventListener("change", () => form.requestSubmit());
