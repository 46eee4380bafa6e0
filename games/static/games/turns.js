// What others did is told, one thing after the other, at the upper edge of the window, each for less than a second, while the
// page already shows where it led. A press of its button, or anywhere else, ends it. Whoever hears the page is told by tell.js.

const lasting = 900; // milliseconds
const box = document.getElementById("turns");
const part = (name) => box.querySelector(`[data-turns=${name}]`);
let waiting = [];
let timer = 0;

function show() {
  const turn = waiting.shift();
  timer = turn ? setTimeout(show, lasting) : 0;
  box.hidden = !turn;
  if (!turn) return;
  part("by").className = `role role-${turn.css}`;
  part("by").textContent = turn.by;
  part("text").textContent = turn.text;
}

function skip() {
  clearTimeout(timer);
  waiting = [];
  show();
}

if (box) {
  document.addEventListener("told", ({ detail: { dataset: { by, css }, textContent: text } }) => {
    if (!by || document.hidden) return;
    waiting.push({ by, css, text });
    if (!timer) timer = setTimeout(show);
  });
  for (const press of ["click", "keydown"]) addEventListener(press, () => { if (timer) skip(); }, true);
}
