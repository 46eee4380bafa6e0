// Cards are chosen by tapping them: those of the hand are given or discarded, those of the row are asked for. What is chosen
// stands in the number fields of the form, which is all that is sent; a tap on a card between takes it back. The page works
// without it.

const form = () => document.getElementById("u-discard") ?? document.getElementById("u-offer");
const field = (side, resource) => form()?.elements[`${side}-${resource}`];
const number = (side, resource) => Number(field(side, resource)?.value || 0);
const sides = () => (form()?.id === "u-discard" ? ["discard"] : ["give", "get"]);
const resources = () => [...document.querySelectorAll("[data-hand]")].map((card) => card.dataset.hand);
const total = (side) => resources().reduce((sum, resource) => sum + number(side, resource), 0);
const held = (resource) => Number(document.querySelector(`[data-hand="${resource}"]`)?.dataset.count || 0);

function set(side, resource, value) {
  const input = field(side, resource);
  if (!input) return;
  input.value = value > 0 ? String(value) : "";
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** One more of a card; it leaves the other side, on which it can not stand too. */
function add(side, resource) {
  const most = side === "get" ? 19 : held(resource);
  if (number(side, resource) >= most) return;
  const owed = Number(form().dataset.most || 0);
  if (side === "discard" && owed && total("discard") >= owed) return;
  if (side !== "discard") set(side === "give" ? "get" : "give", resource, 0);
  set(side, resource, number(side, resource) + 1);
}

function card(resource) {
  return document.querySelector(`[data-hand="${resource}"]`);
}

/** The cards between, as buttons that take one back. */
function showSide(side) {
  const box = document.querySelector(`[data-u-side="${side}"]`);
  if (!box) return;
  const was = document.activeElement?.dataset?.take;
  for (const each of box.querySelectorAll("button")) each.remove();
  for (const resource of resources()) {
    const many = number(side, resource);
    if (!many) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = `u-mini u-b-${resource}`;
    button.dataset.take = `${side} ${resource}`;
    button.setAttribute("aria-label", box.dataset.say.replace("{chosen}", String(many)).replace("{name}", card(resource).dataset.name));
    button.append(String(many), card(resource).querySelector(".u-pic").cloneNode(true));
    box.append(button);
    if (was === button.dataset.take) button.focus();
  }
}

function say(button, side, resource) {
  const chosen = number(side, resource);
  button.classList.toggle("is-chosen", chosen > 0);
  button.querySelector(".u-chosen").textContent = chosen ? String(chosen) : "";
  const words = button.dataset.say.replace("{name}", button.dataset.name).replace("{held}", button.dataset.count ?? "");
  button.setAttribute("aria-label", words.replace("{chosen}", String(chosen)));
}

/** Where the bank takes what is given: so many of one kind at the own rate for one other. */
function showBank() {
  const button = document.querySelector("[data-u-bank]");
  if (!button) return;
  const give = resources().filter((resource) => number("give", resource));
  const get = resources().filter((resource) => number("get", resource));
  const word = give.length === 1 && get.length === 1 && total("get") === 1 ? `bank-${give[0]}-${get[0]}` : "";
  const known = word && document.querySelector(`#u-bank-step option[value="${word}"]`);
  button.hidden = !known;
  button.value = known ? word : "";
  if (known) button.textContent = button.dataset.say.replace("{number}", card(give[0]).dataset.rate);
}

/** A standing order that would accept from others what is asked here: one kind for one other. */
function showOrder() {
  const line = document.querySelector(".u-order");
  const order = document.getElementById("u-rate");
  if (!line || !order) return;
  const give = resources().filter((resource) => number("give", resource));
  const get = resources().filter((resource) => number("get", resource));
  const rate = give.length === 1 && get.length === 1 ? number("give", give[0]) / number("get", get[0]) : 0;
  line.hidden = !(Number.isInteger(rate) && rate >= 1 && rate <= 4);
  if (line.hidden) return;
  order.elements.give.value = give[0];
  order.elements.get.value = get[0];
  order.elements.most.value = String(rate);
}

function show() {
  const open = form();
  for (const button of document.querySelectorAll("[data-hand]")) {
    button.disabled = !open || !held(button.dataset.hand);
    if (open) say(button, sides()[0], button.dataset.hand);
  }
  if (!open) return;
  for (const side of sides()) showSide(side);
  for (const button of document.querySelectorAll("[data-pick]")) say(button, "get", button.dataset.pick);
  open.classList.toggle("is-open", sides().some((side) => total(side) > 0));
  for (const left of document.querySelectorAll("[data-u-left]")) left.textContent = `${total("discard")}/${left.dataset.uLeft}`;
  showBank();
  showOrder();
}

function fill(words) {
  for (const side of sides()) for (const resource of resources()) set(side, resource, 0);
  for (const [name, many] of words.trim().split(" ").filter(Boolean).map((each) => each.split("="))) {
    const [side, resource] = name.split("-");
    set(side, resource, Number(many));
  }
}

/** What a tap came to, to who hears the page. The last card that is taken back takes its button away: its card has the focus. */
function tell(button) {
  const [side, resource] = button.dataset.take?.split(" ") ?? [button.dataset.pick ? "get" : sides()[0], button.dataset.pick ?? button.dataset.hand];
  const told = side === "get" ? document.querySelector(`[data-pick="${resource}"]`) : resource && card(resource);
  if (!told) return;
  if (button.dataset.take && document.activeElement === document.body) told.focus();
  document.dispatchEvent(new CustomEvent("announce", { detail: told.getAttribute("aria-label") }));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-hand], [data-pick], [data-take], [data-u-clear], [data-u-fill]");
  if (!button || !form()) return;
  if (button.dataset.hand) add(sides()[0], button.dataset.hand);
  else if (button.dataset.pick) add("get", button.dataset.pick);
  else if (button.dataset.take) {
    const [side, resource] = button.dataset.take.split(" ");
    set(side, resource, number(side, resource) - 1);
  } else fill(button.dataset.uFill ?? "");
  show();
  tell(button);
});
document.addEventListener("regions:updated", show);
show();
