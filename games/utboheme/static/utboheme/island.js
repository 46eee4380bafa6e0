// Says beside the button which place of the island is chosen. Choosing and sending work without it.

function show() {
  const chosen = document.querySelector("#island-svg [name=place]:checked");
  const what = document.querySelector("#u-place [name=what]:checked")?.value;
  const fits = chosen && (!what || chosen.value.startsWith(`${what}-`));
  for (const line of document.querySelectorAll("[data-u-chosen]")) {
    line.dataset.usual ??= line.textContent;
    const text = fits ? chosen.getAttribute("aria-label") : line.dataset.usual;
    if (line.textContent !== text) line.textContent = text;
  }
}

document.addEventListener("change", (event) => {
  if (event.target.name === "what") {
    for (const pick of document.querySelectorAll("#island-svg [name=place]:checked")) pick.checked = false;
  }
  if (event.target.name === "what" || event.target.name === "place") show();
});
document.addEventListener("regions:updated", show);
show();
