({ turned }) => {
  // What a text leaves of a page: nothing beside the window, nothing cut, nothing turned.
  const said = [];
  const words = (el) => `${el.tagName.toLowerCase()}${el.id ? `#${el.id}` : ""}${el.className?.baseVal === undefined && el.className ? `.${el.className.split(" ").join(".")}` : ""} in ${el.parentElement?.tagName.toLowerCase()}.${el.parentElement?.className?.baseVal ?? el.parentElement?.className ?? ""}`;
  const shown = (el) => el.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const clipped = (el) => el && (getComputedStyle(el).clipPath !== "none" || clipped(el.parentElement));
  const unseen = (el) => el.closest(".skip, [hidden], [inert], svg, [aria-hidden=true]") || clipped(el);
  for (const el of document.querySelectorAll("details")) el.open = true;
  const style = (el) => getComputedStyle(el);
  const scrolled = (el) => el && el !== document.body && (["auto", "scroll"].includes(style(el).overflowX) || scrolled(el.parentElement));
  const [window_, wide] = [document.documentElement.clientWidth, document.scrollingElement.scrollWidth];
  const all = [...document.querySelectorAll("body *")].filter((el) => shown(el) && !unseen(el));
  if (wide > window_) said.push(`the page is ${wide - window_ > 20 ? "much" : "a little"} wider than the window`);
  for (const el of all) {
    const at = el.getBoundingClientRect();
    if (!at.width) continue;
    const isOut = at.right > window_ + 1 || at.left < -1;
    if (isOut && !scrolled(el.parentElement) && (wide > window_ || el.matches("button, a, input, select, textarea, summary")) && ![...el.children].some((each) => each.getBoundingClientRect().right > window_ + 1)) said.push(`${words(el)} lies beside the window`);
    const { overflowX, overflowY } = style(el);
    if (/hidden|clip/.test(overflowX) && el.scrollWidth > el.clientWidth + 1 && el.clientWidth && !el.matches("input, select")) said.push(`${words(el)} is cut off`);
    else if (/hidden|clip/.test(overflowY) && el.scrollHeight > el.clientHeight + 1 && el.clientHeight && !el.matches("input, select")) said.push(`${words(el)} is cut off below`);
    else if (overflowX === "visible" && el.clientWidth && el.scrollWidth > el.clientWidth + 1 && style(el).display !== "inline" && [...el.childNodes].some((node) => {
      if (node.nodeType !== 3 || !node.textContent.trim()) return false;
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect().right > at.right + 2;
    })) said.push(`${words(el)} runs out of its box`);
  }
  // A text from right to left keeps to itself: what stands beside it in a line is isolated from it.
  const isTurned = /[\u0590-\u08ff]/;
  const isLine = (el) => /^inline$|^contents$/.test(style(el).display);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (turned && walker.nextNode()) {
    const node = walker.currentNode;
    if (!isTurned.test(node.textContent) || !shown(node.parentElement) || unseen(node.parentElement) || node.parentElement.closest("option, textarea, script, title")) continue;
    let [el, apart] = [node.parentElement, false];
    for (; ; el = el.parentElement) {
      if (/isolate|plaintext/.test(style(el).unicodeBidi) && el.matches("bdi, [dir]")) apart = el;
      if (apart || !isLine(el)) break;
    }
    const own = (apart ? node.parentElement : el).textContent;
    const bare = (apart ? node.textContent : own).replace(/\u2068[^\u2069]*\u2069/g, "");
    if (isTurned.test(bare) && /[A-Za-z\d]/.test(bare.replaceAll(turned, "")) && !(apart && apart.textContent.trim() === node.textContent.trim())) said.push(`${words(node.parentElement)} turns its line: ${bare.trim().replace(/\s+/g, " ").slice(0, 70)}`);
    else if (isTurned.test(bare) && !apart && !/isolate|plaintext/.test(style(el).unicodeBidi) && bare.replaceAll(turned, "").trim()) said.push(`${words(el)} has no direction of its own`);
  }
  return [...new Set(said)];
}
