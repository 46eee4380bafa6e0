// What a choice costs and brings, shown before it is made. The server wrote the first numbers; this follows the controls.
// Works on form[data-preview] by the data attributes that games/catalogue/domego/face/preview.py and placing.py write.

const SVG = "http://www.w3.org/2000/svg";
const language = document.documentElement.lang || "en";
const plurals = new Intl.PluralRules(language);

const number = (text) => Math.max(0, Math.trunc(Number(text)) || 0);
const shown = (amount) => String(amount).replace("-", "\u2212");

/** A form's numbers, sentences and places to write to. */
function reader(form) {
  const words = JSON.parse(form.dataset.words);
  const fill = (text, params) => text.replace(/%\((\w+)\)[sd]/g, (all, name) => params[name] ?? all);
  return {
    at: (name) => Number(form.dataset[name]),
    out: (name, text) => {
      for (const el of form.querySelectorAll(`[data-out="${name}"]`)) if (el.textContent !== String(text)) el.textContent = text;
    },
    say: (name, params) => fill(words[name], params),
    count: (name, n) => fill(words[name][plurals.select(n) === "one" ? 0 : 1], { number: n }),
    k: (amount) => fill(words.k, { number: shown(amount) }),
  };
}

function element(name, attributes, text = "") {
  const el = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, value);
  el.textContent = text;
  return el;
}

/** The cubes by purpose, as games/catalogue/domego/face/placing.py draws them. */
function strip(form, read, groups) {
  const svg = form.querySelector("[data-out=strip] svg");
  svg.setAttribute("aria-label", form.querySelector("[data-out=sum]").textContent);
  svg.replaceChildren();
  if (groups.reduce((sum, [count]) => sum + count, 0) > read.at("strip")) return;
  let x = 2;
  let cube = 0;
  for (const [count, word] of groups.filter(([n]) => n)) {
    const from = x;
    for (let i = 0; i < count; i++, x += 21, cube++) {
      const held = cube < read.at("stock");
      svg.append(element("rect", held
        ? { class: `f-${form.dataset.role}`, x, y: 4, width: 16, height: 16, rx: 2 }
        : { class: "cube-new", fill: "none", x, y: 5, width: 15, height: 15, rx: 2 }));
    }
    const to = x - 5;
    const slashes = count > 1 ? `M${from - 3} 35h3M${to} 35h3M${from - 4} 39l8 -8M${to - 4} 39l8 -8` : "";
    const d = `M${from} 30v10M${to} 30v10M${from} 35H${to}${slashes}`;
    svg.append(element("path", { class: "dim", d }));
    const words = read.say(word, { number: count });
    svg.append(element("text", { class: "dim-t", x: Math.max((from + to) / 2, from + 28), y: 56, "text-anchor": "middle" }, words));
    x = Math.max(x + 10, from + 62);
  }
}

const tier = (form, name) => form.querySelector(`[name=${name}]:checked`)?.dataset ?? { cubes: "0", gain: "0" };

function allocate(form, changed) {
  const read = reader(form);
  const risk = tier(form, "risk_tier");
  const delay = tier(form, "delay_tier");
  const cubes = read.at("required") + Number(risk.cubes) + Number(delay.cubes);
  const short = Math.max(0, cubes - read.at("stock"));
  const input = form.elements.buy;
  if (changed === "risk_tier" || changed === "delay_tier") input.value = Math.min(short, Number(input.max));
  const buy = number(input.value);
  const money = read.at("money") - buy * read.at("price");
  const left = read.at("stock") + buy - cubes;
  input.toggleAttribute("aria-invalid", false);
  if (left < 0 || money < 0) input.setAttribute("aria-invalid", "true");
  const fewer = [Number(risk.gain) && read.count("cards", Number(risk.gain)), Number(delay.gain) && read.count("days", Number(delay.gain))].filter(Boolean);
  const both = fewer.length === 2 ? read.say("and", { first: fewer[0], last: fewer[1] }) : fewer[0];
  read.out("need", cubes);
  read.out("short", short);
  read.out("money", read.k(money));
  read.out("stock", shown(left));
  read.out("cards", Math.max(0, read.at("cards") - Number(risk.gain)));
  read.out("days", Math.max(0, read.at("days") - Number(delay.gain)));
  read.out("cost", read.at("cost") + cubes);
  read.out("later", read.k(read.at("price") * Math.max(0, read.at("later") - Math.max(0, left))));
  const all = read.count("cubes", cubes);
  read.out("sum", buy ? read.say("sum", { cubes: all, money: read.k(buy * read.at("price")) }) : all);
  read.out("gain", both ? read.say("fewer", { what: both }) : read.say("none", {}));
  const place = read.say("place", { cubes: read.count("cubes", cubes) });
  const pay = buy ? read.say("pay", { action: place, money: read.k(buy * read.at("price")) }) : place;
  read.out("go", left < 0 ? read.say("short", { cubes: read.count("cubes", -left) }) : pay);
  strip(form, read, [[read.at("required"), "required"], [Number(risk.cubes), "risk"], [Number(delay.cubes), "delay"]]);
}

function buyLow(form) {
  const read = reader(form);
  const input = form.elements.quantity;
  const quantity = number(input.value);
  const paid = quantity * read.at("price");
  const money = read.at("money") - paid;
  const missing = Math.max(0, read.at("required") - read.at("stock") - quantity);
  if (money < 0) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
  read.out("money", read.k(money));
  read.out("stock", read.at("stock") + quantity);
  read.out("missing", missing);
  read.out("later", read.k(missing * read.at("high")));
  const cubes = read.count("cubes", quantity);
  read.out("sum", read.say("sum", { cubes, money: read.k(paid) }));
  read.out("gain", read.say("left", { money: read.k(money) }));
  read.out("go", read.say("pay", { action: read.say("buy", { cubes }), money: read.k(paid) }));
}

const previews = { allocate, buy: buyLow };

const pause = 400; // milliseconds: a number is typed digit by digit
let timer = 0;

/** The button's words and what is left, to who hears the page: numbers of a table that change say nothing by themselves. */
function tell(form) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const text = ["go", "gain"].map((name) => form.querySelector(`[data-out=${name}]`).textContent).join(", ");
    document.dispatchEvent(new CustomEvent("announce", { detail: `${text}.` }));
  }, pause);
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-preview]");
  if (!form) return;
  previews[form.dataset.preview]?.(form, event.target.name);
  if (event.target !== form) tell(form); // news fill the form anew, too
});
