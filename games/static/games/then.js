// What a choice changes of the expected end: follows the controls of the form around [data-then], or of the one named by
// data-form. The server wrote the first numbers; games/ui/choice_preview.py has the same sums.

const shown = (mean) => String(Math.sign(mean) * Math.floor(Math.abs(mean) + 0.5)).replace("-", "\u2212").replace(/^\u22120$/, "0");
const clamp = (value) => Math.min(100, Math.max(0, value));

/** The values of an option, or between its two neighbours; the second tells which. */
function valuesAt(given, key, between) {
  if (given.options[key]) return [given.options[key], false];
  const numbers = Object.keys(given.options).filter((each) => /^\d+$/.test(each)).map(Number).sort((a, b) => a - b);
  const number = Number(key);
  if (!between || !/^\d+$/.test(key) || !numbers.length || number < numbers[0] || number > numbers.at(-1)) return [null, false];
  const low = numbers.filter((each) => each < number).at(-1);
  const high = numbers.find((each) => each > number);
  const share = (number - low) / (high - low);
  const [first, last] = [given.options[low], given.options[high]];
  const mixed = {};
  for (const name of Object.keys(first)) {
    mixed[name] = first[name].map((value, place) => {
      const at = value + share * (last[name][place] - value);
      return place ? Math.round(at) : at;
    });
  }
  return [mixed, true];
}

function keyOf(form, names) {
  return names.split(" ").map((name) => {
    const control = form.elements[name];
    return control instanceof RadioNodeList ? control.value : control?.value ?? "0";
  }).join("/");
}

function follow(box, form) {
  const given = JSON.parse(box.dataset.then);
  const [values, mixed] = valuesAt(given, keyOf(form, box.dataset.fields), "between" in box.dataset);
  for (const row of box.querySelectorAll("[data-figure]")) {
    const name = row.dataset.figure;
    const [start, end] = given.scales[name];
    const at = (value) => clamp(100 * (value - start) / (end - start));
    const [mean, low, high] = values?.[name] ?? [null, 0, 0];
    row.querySelector("[data-then-out=after]").textContent = values ? shown(mean) : "\u2013";
    const band = row.querySelector(".mb-b");
    band.setAttribute("x", at(low).toFixed(1));
    band.setAttribute("width", values ? Math.max(1.6, at(high) - at(low)).toFixed(1) : 0);
    row.querySelector(".mb-m").setAttribute("d", values ? `M${at(mean).toFixed(1)} 9v10` : "");
  }
  const say = (name, is) => { box.querySelector(`[data-then-out=${name}]`).hidden = !is; };
  say("between", mixed);
  say("unknown", !values);
}

const boxesOf = (form) => [
  ...form.querySelectorAll("[data-then]"),
  ...(form.id ? document.querySelectorAll(`[data-then][data-form="${form.id}"]`) : []),
];

document.addEventListener("input", (event) => {
  const form = event.target.closest("form");
  if (form) for (const box of boxesOf(form)) follow(box, form);
});
