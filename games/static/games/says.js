// The button that sends a form says what it will do, with the figure. The words stand on the choices (`data-says`) or,
// where a form has none, on the button itself; `{price}` in them is the field of that name, or the choice's own
// `data-price` where the field is empty. Of check boxes `{n}` are ticked, `{rest}` are not and `{sum}` is that many
// times the button's `data-each`. Without a choice, or with the field empty, the button is plain and asks for it.

function says(form, out) {
  const boxes = [...form.querySelectorAll("input[type=checkbox]")];
  const n = boxes.filter((box) => box.checked).length;
  const counted = { n, rest: boxes.length - n, sum: n * Number(out.dataset.each) };
  const chosen = form.querySelector("input[type=radio][data-says]:checked");
  const figure = (name) => counted[name] ?? (form.elements[name]?.value.trim() || chosen?.dataset[name]);
  const text = (chosen ?? out).dataset.says ?? "";
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return names.some((name) => figure(name) === undefined) ? "" : text.replace(/\{(\w+)\}/g, (_all, name) => figure(name));
}

function speak(form) {
  for (const out of form.querySelectorAll("[data-says-out]")) {
    const text = says(form, out);
    out.closest("button").classList.toggle("btn-go", Boolean(text));
    out.textContent = text || out.dataset.saysOut;
  }
}

function speakAll() {
  for (const out of document.querySelectorAll("form [data-says-out]")) speak(out.closest("form"));
}

document.addEventListener("input", ({ target }) => {
  const form = target.closest?.("form");
  if (form?.querySelector("[data-says-out]")) speak(form);
});
addEventListener("pageshow", speakAll); // a browser that goes back fills in what was chosen
document.addEventListener("regions:updated", speakAll);
speakAll();
