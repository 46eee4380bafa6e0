// Comforts of course pages: printing, dragging names between teams. Each page works without any of them.

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) print();
});

const board = document.querySelector("[data-team-board]");
let dragged = null;

function teamAt(event) {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-team]");
}

function mark(team) {
  for (const each of board.querySelectorAll(".is-target")) each.classList.toggle("is-target", each === team);
  team?.classList.add("is-target");
}

function letGo() {
  dragged?.classList.remove("is-dragged");
  mark(null);
  dragged = null;
}

board?.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest(".grip");
  if (!grip || event.button !== 0) return;
  event.preventDefault();
  dragged = grip.closest("[data-student]");
  dragged.classList.add("is-dragged");
  grip.setPointerCapture(event.pointerId);
});

board?.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  mark(teamAt(event));
  const edge = 60;
  if (event.clientY < edge) scrollBy(0, -16);
  else if (event.clientY > innerHeight - edge) scrollBy(0, 16);
});

board?.addEventListener("pointercancel", letGo);
addEventListener("keydown", (event) => { if (event.key === "Escape") letGo(); });

board?.addEventListener("pointerup", (event) => {
  if (!dragged) return;
  const team = teamAt(event);
  const student = dragged.dataset.student;
  const from = dragged.closest("[data-team]");
  letGo();
  if (!team || team === from) return;
  const form = document.getElementById("drag-form");
  form.querySelector("input[data-move]")?.remove();
  const move = document.createElement("input");
  Object.assign(move, { type: "hidden", name: `to-${student}`, value: team.dataset.team });
  move.dataset.move = "";
  form.append(move);
  form.requestSubmit();
});
