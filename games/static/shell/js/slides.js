// Slides on the projector: the keys of a presenter go from one to the next; without this the page scrolls.
const slides = [...document.querySelectorAll(".slide")];
const FORWARD = new Set(["ArrowRight", "ArrowDown", "PageDown", " ", "Enter"]);
const BACK = new Set(["ArrowLeft", "ArrowUp", "PageUp", "Backspace"]);

function shown() {
  const middle = window.innerHeight / 2;
  return Math.max(0, slides.findIndex((slide) => slide.getBoundingClientRect().bottom > middle));
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("a, button, input, select, textarea")) return;
  const step = FORWARD.has(event.key) ? 1 : BACK.has(event.key) ? -1 : 0;
  const next = slides[shown() + step];
  if (!step || !next) return;
  event.preventDefault();
  next.scrollIntoView({ block: "start" });
});
