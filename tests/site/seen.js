({ size, cut, unfolded, outline }) => {
  // What is seen of a page and cannot be reached: beside a narrow window, too small, or below something else.
  const said = [];
  const words = (el) => `${el.tagName.toLowerCase()}${el.id ? `#${el.id}` : ""} "${(el.innerText || el.getAttribute("aria-label") || el.value || "").trim().replace(/\s+/g, " ").slice(0, 40)}"`;
  const shown = (el) => el.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const cutOff = (el) => el.closest(".vh, .skip, [hidden], [inert]");
  if (unfolded) for (const el of document.querySelectorAll("details")) el.open = true;
  const scrolled = (el) => el && el !== document.body && (["auto", "scroll"].includes(getComputedStyle(el).overflowX) || scrolled(el.parentElement));
  if (cut) {
    // 10.11, 1.4.10: nothing lies beside the window but what two dimensions belong to, in a part that scrolls.
    const wide = document.scrollingElement.scrollWidth;
    if (wide > innerWidth) {
      said.push(`the page is ${wide} wide`);
      for (const el of document.querySelectorAll("body *")) {
        const at = el.getBoundingClientRect();
        if (at.right > innerWidth + 1 && at.width && shown(el) && !el.closest("svg *") && !scrolled(el.parentElement) && !cutOff(el)) said.push(`${words(el)} ends at ${Math.round(at.right)}`);
      }
    }
  }
  const controls = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [tabindex='0']")]
    .filter((el) => shown(el) && !cutOff(el) && !el.disabled && el.tabIndex !== -1);
  if (size) {
    // 2.5.8: 24 px each way, or a circle of 24 px around its middle that meets no other target; a link in a line of text may be lower.
    const targets = controls.filter((el) => !el.matches("[tabindex='0']:not(a, button, input)")).map((el) => {
      const whole = /^(radio|checkbox)$/.test(el.type) ? el.closest("label") ?? el : el;
      return [el, [...whole.getClientRects()].reduce((a, b) => (a && a.width * a.height > b.width * b.height ? a : b), null)];
    }).filter(([, at]) => at?.width);
    const inLine = (el) => el.tagName === "A" && getComputedStyle(el).display === "inline" &&
      [...el.parentNode.childNodes].some((node) => node !== el && node.textContent.trim());
    for (const [el, at] of targets) {
      if (Math.min(at.width, at.height) >= size - 0.5 || inLine(el)) continue;
      const [x, y] = [(at.left + at.right) / 2, (at.top + at.bottom) / 2];
      const near = targets.find(([other, box]) => other !== el && !el.contains(other) && !other.contains(el) && (() => {
        const small = Math.min(box.width, box.height) < size - 0.5;
        if (small) return Math.hypot((box.left + box.right) / 2 - x, (box.top + box.bottom) / 2 - y) < size;
        return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom)) < size / 2;
      })());
      if (near) said.push(`${words(el)} is ${Math.round(at.width)} x ${Math.round(at.height)} near ${words(near[0])}`);
    }
  }
  // 2.4.11: what has the focus is not wholly below something else, but for menus that somebody opened.
  for (const el of unfolded ? [] : controls) {
    el.focus();
    if (document.activeElement !== el) continue;
    // 2.4.7: shadows and colours that a style chose are gone in forced colours, an outline is not.
    if (outline && ![el, el.closest("label"), el.nextElementSibling].some((each) => each && getComputedStyle(each).outlineStyle !== "none")) said.push(`${words(el)} has the focus without an outline`);
    const whole = /^(radio|checkbox)$/.test(el.type) ? el.closest("label") ?? el : el;
    const at = whole.getBoundingClientRect();
    if (!at.width || !at.height || at.bottom <= 0 || at.top >= innerHeight) continue;
    const points = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9], [0.5, 0.1], [0.5, 0.9]]
      .map(([x, y]) => [at.left + x * at.width, at.top + y * at.height])
      .filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight);
    const top = points.map(([x, y]) => document.elementFromPoint(x, y)).filter(Boolean);
    if (top.length && !top.some((over) => whole.contains(over) || over.contains(whole) || over.closest("label")?.control === el || el.closest("svg, label")?.contains(over))) said.push(`${words(el)} is below ${words(top[0])}`);
  }
  return [...new Set(said)];
}
