// The time of day on the projector: `data-time-of-day` is the place's distance from UTC in seconds. It runs by the server's
// clock, like all countdowns.

let offset = Number(document.documentElement.dataset.now || Date.now()) - Date.now();

document.addEventListener("server:date", (event) => {
  if (Math.abs(event.detail - Date.now() - offset) > 1500) offset = event.detail - Date.now();
});

function tick() {
  for (const clock of document.querySelectorAll("[data-time-of-day]")) {
    const local = new Date(Date.now() + offset + 1000 * Number(clock.dataset.timeOfDay));
    const text = local.toISOString().slice(11, 16);
    if (clock.textContent !== text) clock.textContent = text;
  }
}

tick();
setInterval(tick, 1000);
document.addEventListener("regions:updated", tick);
