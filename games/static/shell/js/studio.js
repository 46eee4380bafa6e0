// Saves the fields of a scenario as they are changed, and shows the faults at their fields.
(() => {
  const form = document.querySelector("form[data-studio]");
  const reload = document.querySelector("[data-reload]");
  let touched = false;
  document.addEventListener("input", () => { touched = true; }, { once: true });
  if (reload && !form) setTimeout(() => { if (!touched) location.reload(); }, 1000 * reload.dataset.reload);
  if (!form) return;
  const state = document.getElementById("st-saved");
  const changed = new Map(), saved = new Map();
  let timer = 0, busy = false, leaving = false;

  const backToPlace = () => { // after a button the page stays where it was, with the focus in the list
    let kept = null;
    try {
      kept = JSON.parse(sessionStorage.getItem("st-place"));
      sessionStorage.removeItem("st-place");
    } catch { return; }
    if (!kept || kept[0] !== location.pathname) return;
    scrollTo({ top: kept[1], behavior: "instant" });
    const [word, path] = kept[2].split(":");
    if (word !== "add" && word !== "remove") return;
    const list = word === "add" ? path : path.slice(0, path.lastIndexOf("["));
    const adder = form.querySelector(`button[value="${CSS.escape(`add:${list}`)}"]`);
    const inputs = [...form.querySelectorAll("input, select, textarea")].filter((field) => field.name.startsWith(`${list}[`));
    const places = inputs.map((field) => Number(field.name.slice(list.length + 1).split("]")[0]));
    const first = places.indexOf(Math.max(...places));
    (word === "add" ? inputs[first] : adder)?.focus({ preventScroll: true });
  };
  backToPlace();

  const valueOf = (field) => (field.type === "checkbox" ? String(field.checked) : field.value);

  const mark = (field) => {
    if (!field.name || field.readOnly || field.type === "hidden") return;
    if (!changed.has(field.name) && saved.get(field.name) === valueOf(field)) return; // left after it was saved
    changed.set(field.name, valueOf(field));
    clearTimeout(timer);
    timer = setTimeout(save, 700);
  };

  const show = (answer) => {
    form.elements.revision.value = answer.revision;
    document.getElementById("st-count").textContent = answer.count;
    document.getElementById("st-changes").textContent = answer.changes;
    document.getElementById("st-faults").classList.toggle("is-now", answer.count > 0);
    for (const cell of form.querySelectorAll("[data-sum]")) {
      const numbers = [...cell.closest("tr").querySelectorAll("input")].map((field) => Number(field.value));
      cell.textContent = numbers.reduce((sum, number) => sum + (Number.isInteger(number) ? number : 0), 0);
    }
    const undo = document.getElementById("st-undo");
    if (undo) undo.disabled = !answer.undo;
    const boxes = [...form.querySelectorAll("[data-for]")];
    const lists = new Map(boxes.map((box) => [box.dataset.for, []]));
    for (const [path, faults] of Object.entries(answer.faults)) {
      let at = path;
      while (at && !lists.has(at)) at = at.slice(0, Math.max(at.lastIndexOf("."), at.lastIndexOf("["), 0));
      lists.get(at)?.push(...faults);
    }
    for (const box of boxes) {
      const faults = lists.get(box.dataset.for);
      box.closest(".sf, .tier, tr, fieldset")?.classList.toggle("bad", faults.length > 0);
      box.replaceChildren(...faults.map((fault) => {
        const line = document.createElement("span");
        line.className = "sf-fault";
        line.textContent = fault.charAt(0).toUpperCase() + fault.slice(1) + ".";
        return line;
      }));
    }
  };

  async function save() {
    if (busy || leaving || !changed.size) return;
    busy = true;
    const sent = new Map(changed);
    changed.clear();
    const body = new FormData();
    for (const name of ["csrfmiddlewaretoken", "revision"]) body.set(name, form.elements[name].value);
    for (const [name, value] of sent) body.set(name, value);
    const keep = (words) => { // not saved: the next save sends these too, and leaving the page warns
      for (const [name, value] of sent) if (!changed.has(name)) changed.set(name, value);
      state.textContent = words;
      busy = false;
    };
    state.textContent = state.dataset.saving;
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
      if (answer.status >= 500) throw new Error(answer.status);
      const isData = answer.headers.get("content-type")?.includes("json"); // not once signed out, or no longer the owner
      const data = isData ? await answer.json() : { error: state.dataset.refused };
      if (!isData || !answer.ok) return keep(data.error);
      for (const [name, value] of sent) saved.set(name, value);
      show(data);
      state.textContent = state.dataset.saved;
    } catch {
      keep(state.dataset.offline);
      timer = setTimeout(save, 5000);
      return;
    }
    busy = false;
    if (changed.size) save();
  }

  form.addEventListener("input", (event) => mark(event.target));
  form.addEventListener("change", (event) => mark(event.target));
  form.addEventListener("submit", (event) => {
    leaving = true;
    const kept = [location.pathname, scrollY, event.submitter?.value ?? ""];
    try { sessionStorage.setItem("st-place", JSON.stringify(kept)); } catch { /* storage is off: the page begins at its top */ }
  });
  addEventListener("beforeunload", (event) => {
    if (!leaving && (changed.size || busy)) event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => { if (document.hidden) save(); });
})();
