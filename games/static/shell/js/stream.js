// Hears of news by push: <div id="live" data-stream data-ticket data-topic> (see games/platform/work/live.py). One stream for each
// browser: only a page that is seen has one. poll.js asks when something is told here, renews the ticket with each answer,
// and goes on asking more often wherever there is no stream.

const live = document.getElementById("live");
const settleSeconds = 1; // a page that is left at once opens none
const longestWait = 60;
const silentSeconds = 40; // the server says something every 15 s
let source = null;
let failures = 0;
let opening = 0;
let silence = 0;

const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

function close() {
  clearTimeout(opening);
  clearTimeout(silence);
  opening = 0;
  if (!source) return;
  source.close();
  source = null;
  tell("stream:up", false);
}

function heard() {
  clearTimeout(silence);
  silence = setTimeout(lost, 1000 * silentSeconds);
}

/** Later, and not all pages of a class at the same moment. The question that poll.js asks meanwhile brings a new ticket. */
function lost() {
  close();
  failures = Math.min(failures + 1, 6);
  open(Math.min(longestWait, 2 ** failures) * (0.5 + Math.random()));
}

function open(seconds = settleSeconds) {
  if (source || opening || document.hidden) return;
  opening = setTimeout(() => {
    opening = 0;
    source = new EventSource(`${live.dataset.stream}?ticket=${encodeURIComponent(live.dataset.ticket)}`);
    source.onerror = lost;
    for (const name of ["hello", "news"]) source.addEventListener(name, (event) => {
      heard();
      failures = 0;
      if (name === "hello") tell("stream:up", true);
      const topics = JSON.parse(event.data);
      if (Object.keys(topics).length) tell("stream:news", topics);
    });
    source.addEventListener("ping", heard);
    source.addEventListener("bye", () => {
      close();
      open(1 + Math.random());
    });
  }, 1000 * seconds);
}

if (live?.dataset.stream && "EventSource" in window) {
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  document.addEventListener("poll:over", close);
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
  open();
}
