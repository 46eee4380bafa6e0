// On a dense drawing the nearest place takes a tap that hit none: svg[data-near] names its places. Within 22 px of the
// middle of a place, so that each has 44 px for a thumb wherever no other one is nearer. Reckoned from where the finger
// came down: browsers move the click of a tap towards what they take it for.

const reach = 22;
const slip = 8; // further than that a finger has moved the drawing
let down = null;
let slipped = false;

addEventListener("pointerdown", (event) => { down = [event.clientX, event.clientY]; }, { capture: true });
addEventListener("pointerup", (event) => { slipped = !down || away(event.clientX, event.clientY) > slip; }, { capture: true });

const away = (x, y) => Math.hypot(x - down[0], y - down[1]);

document.addEventListener("click", (event) => {
  const svg = event.target.closest?.("svg[data-near]");
  if (!svg || !down || slipped || !event.isTrusted || event.target.closest(svg.dataset.near)) return;
  const far = (el) => {
    const at = el.getBoundingClientRect();
    return away(at.left + at.width / 2, at.top + at.height / 2);
  };
  const places = [...svg.querySelectorAll(svg.dataset.near)].filter((el) => !el.disabled && el.getClientRects().length);
  const best = places.reduce((found, el) => (!found || far(el) < far(found) ? el : found), null);
  if (!best || far(best) > reach) return;
  if (best.click) best.click();
  else best.dispatchEvent(new MouseEvent("click", { bubbles: true }));
});
