({ thumb }) => {
  // What leaves the page, covers something else, or is too small for a thumb, in words.
  const said = [];
  const words = (el) => `${el.tagName.toLowerCase()}${el.id ? `#${el.id}` : ""} "${(el.innerText ?? el.textContent ?? el.value ?? "").trim().replace(/\s+/g, " ").slice(0, 30)}"`;
  const shown = (el) => el.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const wide = document.scrollingElement.scrollWidth;
  if (wide > innerWidth) {
    said.push(`the page is ${wide} wide`);
    for (const el of document.querySelectorAll("main *")) {
      const at = el.getBoundingClientRect();
      if (at.right > innerWidth + 1 && shown(el) && !el.closest(".scroll, svg *")) said.push(`${words(el)} ends at ${Math.round(at.right)}`);
    }
  }
  const card = document.getElementById("decision");
  if (!card) return said;
  const box = card.getBoundingClientRect();
  const hidden = (el) => el.closest(".vh, .scroll, [hidden], details:not([open]) > :not(summary)");
  const leaves = [...card.querySelectorAll("label, b, span, p, h2, h3, button, a.btn, input:not([type=hidden]), select, td, th, dt, dd, legend, summary")]
    .filter((el) => shown(el) && !hidden(el));
  const moves = (el) => ["auto", "scroll"].includes(getComputedStyle(el).overflowX);
  const scrolled = (el) => el !== card && (moves(el) || scrolled(el.parentElement));  // it is moved within its row
  for (const el of leaves) {
    const at = el.getBoundingClientRect();
    if (!at.width || el.closest("svg, .bar")) continue;
    if ((at.right > box.right + 1 || at.left < box.left - 1) && !scrolled(el)) said.push(`${words(el)} leaves the panel`);
    if (el.scrollWidth > el.clientWidth + 1 && getComputedStyle(el).overflowX !== "visible" && el.clientWidth) said.push(`${words(el)} is cut off`);
  }
  // Texts with no element inside and controls must not lie on each other.
  const marks = leaves.filter((el) => !el.closest("svg, .bar") && (!el.firstElementChild || /^(BUTTON|INPUT|SELECT|A)$/.test(el.tagName)))
    .map((el) => {
      const range = document.createRange();
      range.selectNodeContents(el);
      const own = /^(INPUT|SELECT|BUTTON|A)$/.test(el.tagName) ? el.getBoundingClientRect() : range.getBoundingClientRect();
      return [el, own];
    }).filter(([el, at]) => at.width > 2 && at.height > 2 && !(el.type === "radio" || el.type === "checkbox"));
  for (let i = 0; i < marks.length; i++) {
    for (let j = i + 1; j < marks.length; j++) {
      const [[a, p], [b, q]] = [marks[i], marks[j]];
      if (a.contains(b) || b.contains(a)) continue;
      const across = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      const down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      if (across > 2 && down > 2) said.push(`${words(a)} lies on ${words(b)}`);
    }
  }
  if (thumb) {
    for (const el of document.querySelectorAll("#decision :is(button, a.btn, summary, select, input:not([type=hidden]), label:has(input)), #seat-switch a, main :is(.why, .first-time a, .briefing a, .rule-line a)")) {
      if (!shown(el) || hidden(el) || el.closest("svg") || el.tabIndex === -1) continue;
      const choice = /^(radio|checkbox)$/.test(el.type);
      const at = (choice ? el.closest("label") ?? el : el).getBoundingClientRect();
      if (at.width && Math.min(at.width, at.height) < thumb - 0.5) said.push(`${words(el)} is ${Math.round(at.width)} x ${Math.round(at.height)}`);
    }
  }
  return [...new Set(said)];
}
