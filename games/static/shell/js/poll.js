// Asks the server whether something happened: <div id="live" data-poll-url data-etag data-poll-seconds data-lost>.
// 304 and 204 mean no news. 200 brings the changed regions, which regions.js puts in place. Anything else is asked again,
// more and more slowly, with a quiet line that says so. An answer with an element [data-poll-stop] ends the polling.
// data-left-url is where a page goes whose reader may not see its news any more.
// Where a stream tells of news (stream.js), it asks when it is told, and else only now and then; X-Again says when something
// is new that nobody tells. There is one question at a time: where answers are slow, questions that overtook each other would keep each of them from
// ever being taken.

const live = document.getElementById("live");
const hiddenSeconds = 15;
const longestWait = 60;
const lateSeconds = 4;
const reloadSeconds = 10;
const ticketSeconds = 240; // then another one is asked for
const slowSeconds = 30; // with a stream, where data-poll-slow-seconds says nothing else
let failures = 0;
let timer = 0;
let underway = false;
let hurried = false; // asked for again while a question was under way
let overtaken = false; // what the page shows is newer than the answer to come
let streaming = false;
let soonest = Infinity; // seconds, as the last answer said
let due = Infinity; // when the next question is asked
let pause = 0; // seconds for which moves of others wait
let rest = 0; // seconds for which a site with much to do wants no question
let sending = false;
let submitted = 0; // when a form was sent that brings another page
let news = {};
let asked = 0;
let renewed = Date.now();
let pointerDown = false;
let composing = false;

/** What outbox.js must know: `lost` after a question without an answer, `slow` while one is long in coming. */
function connection(state) {
  if (state) live.dataset.connection = state;
  else delete live.dataset.connection;
}

function waitSeconds() {
  const often = Number(live.dataset.pollSeconds || 2);
  // The stream says once that something is new: where the question about it had no answer, that is still to be learnt.
  const told = streaming && !failures;
  const usual = document.hidden ? hiddenSeconds : told ? Number(live.dataset.pollSlowSeconds || slowSeconds) : often;
  return Math.max(rest, Math.min(longestWait, Math.min(usual, Math.max(soonest, 0.5)) * 2 ** failures));
}

function again(seconds = waitSeconds()) {
  clearTimeout(timer);
  due = Date.now() + 1000 * seconds;
  timer = setTimeout(ask, 1000 * seconds);
}

function say(text) {
  const line = document.getElementById("connection");
  if (line && line.textContent !== text) line.textContent = text;
}

/** A region must not be exchanged under a finger or in the middle of a composed letter. */
async function handsOff() {
  for (let i = 0; i < 20 && (pointerDown || composing); i++) await new Promise((done) => setTimeout(done, 100));
}

/**
 * A page that is there although its news are not must not be loaded again and again: for some seconds it is taken for
 * lost. When this was stands in the tab's history, which browsers leave to pages of frames where they refuse storage.
 */
function reload() {
  const { path, at } = history.state?.reload ?? {};
  if (path === location.pathname && Date.now() - at < 1000 * reloadSeconds) throw new Error("lost again");
  history.replaceState({ ...history.state, reload: { path: location.pathname, at: Date.now() } }, "");
  document.dispatchEvent(new CustomEvent("page:lost"));
  location.reload();
}

/** What the head of an answer says. */
function told(response) {
  const date = Number(response.headers.get("X-Now")) || Date.parse(response.headers.get("Date") ?? "");
  if (date) document.dispatchEvent(new CustomEvent("server:date", { detail: date }));
  soonest = Number(response.headers.get("X-Again") ?? Infinity);
  pause = Number(response.headers.get("X-Pause") ?? 0);
  const prompts = response.headers.get("X-Prompts");
  if (prompts !== null) live.dataset.prompts = prompts;
  const ticket = response.headers.get("X-Ticket");
  if (ticket) {
    live.dataset.ticket = ticket;
    renewed = Date.now();
  }
  const pending = response.headers.get("X-Pending");
  if (pending !== null) document.dispatchEvent(new CustomEvent("server:pending", { detail: Number(pending) }));
}

/** True if there is nothing more to ask for. */
async function take(response) {
  told(response);
  const isLost = response.redirected || [401, 403, 404, 410].includes(response.status);
  // The form that ended this page is still on its way to the next one: to load this one again would stop it.
  if (isLost && Date.now() - submitted < 1000 * reloadSeconds) throw new Error("a form was sent");
  if (response.status === 404 && live.dataset.leftUrl) {
    location.assign(live.dataset.leftUrl); // to load the page itself would be to come back
    return true;
  }
  if (isLost) {
    reload(); // signed out, or no longer at this table: the page itself says it best
    return true;
  }
  rest = response.headers.has("X-Wait") ? Number(response.headers.get("Retry-After")) : 0;
  if (rest || response.status === 304 || response.status === 204) return false;
  if (!response.ok) throw new Error(String(response.status));
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  await handsOff();
  if (overtaken) return false;
  live.dataset.etag = response.headers.get("ETag") ?? "";
  if (page.title) document.title = page.title;
  document.dispatchEvent(new CustomEvent("regions:replace", { detail: page }));
  return page.querySelector("[data-poll-stop]") !== null;
}

async function ask() {
  if (underway) {
    hurried = true;
    due = Infinity;
    return;
  }
  underway = true;
  asked = Date.now();
  due = Infinity;
  hurried = overtaken = false;
  const late = setTimeout(() => connection("slow"), 1000 * lateSeconds);
  const headers = { "HX-Request": "true" };
  if (live.dataset.stream && Date.now() - renewed > 1000 * ticketSeconds) headers["X-Ticket"] = "wanted";
  if (live.dataset.etag) headers["If-None-Match"] = live.dataset.etag;
  try {
    const response = await fetch(live.dataset.pollUrl, { headers, signal: AbortSignal.timeout(15000) });
    if (await take(response)) {
      document.dispatchEvent(new CustomEvent("poll:over"));
      return;
    }
    failures = 0;
    connection("");
    say("");
  } catch {
    failures = Math.min(failures + 1, 5);
    connection("lost");
    if (failures > 1) say(live.dataset.lost ?? "");
  } finally {
    clearTimeout(late);
    underway = false;
  }
  again(hurried && !failures ? 0 : Math.min(waitSeconds(), Math.max(rest, (due - Date.now()) / 1000)));
}

/** Asks if what was told is not on the page. */
function look() {
  for (const [topic, what] of Object.entries(news)) {
    if (isShown(topic, what)) continue;
    const seconds = left(Math.max(Number(live.dataset.pollGap || 0), isOthers(topic, what) ? pause : 0));
    if (Date.now() + 1000 * seconds < due) again(seconds);
  }
  news = {};
}

/** Has the reader the same open prompts as before this move? */
const isOthers = (topic, what) => topic === live.dataset.topic && what.includes(" ") && live.dataset.prompts?.split(" ").every(
  (each) => what.includes(each) || (each.endsWith("-") && !what.includes(each.slice(0, -1))));

/** Seconds that are left of so many after the last question. A page of many matches has data-poll-gap. */
const left = (seconds) => Math.max(0, seconds - (Date.now() - asked) / 1000);

/** Does the page show at least this revision of what it is about? The tag begins with the one that it shows. */
const isShown = (topic, what) =>
  topic === live.dataset.topic && Number.parseInt(what, 10) <= Number(live.dataset.etag?.match(/^(?:W\/)?"(\d+)-/)?.[1] ?? -1);

if (live?.dataset.pollUrl) {
  addEventListener("submit", (event) => { if (!event.defaultPrevented) submitted = Date.now(); });
  addEventListener("pointerdown", () => { pointerDown = true; });
  // The click of a tap comes some moments after the finger has gone: what it falls on must still be there.
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => { pointerDown = false; }, 100));
  addEventListener("compositionstart", () => { composing = true; });
  addEventListener("compositionend", () => { composing = false; });
  document.addEventListener("visibilitychange", () => again(document.hidden ? hiddenSeconds : 0));
  addEventListener("online", () => again(0));
  // While something is sent, its answer tells more than a question would.
  document.addEventListener("poll:sending", ({ detail: is }) => {
    sending = is;
    if (is) {
      clearTimeout(timer);
      due = Infinity;
    } else {
      again();
      look();
    }
  });
  // An answer to what was sent brought the regions: whatever is still on its way is older.
  document.addEventListener("poll:taken", ({ detail: response }) => {
    overtaken = underway;
    hurried = false;
    live.dataset.etag = response.headers.get("ETag") ?? "";
    told(response);
  });
  document.addEventListener("stream:up", ({ detail: up }) => {
    streaming = up;
    if (!up) renewed = 0;
    again(up ? waitSeconds() : Math.random() * waitSeconds());
  });
  document.addEventListener("stream:news", ({ detail: topics }) => {
    // What concerns the reader alone is told by the answer to come.
    for (const [topic, what] of Object.entries(topics)) {
      if (sending && topic.startsWith("user-")) continue;
      const before = news[topic];
      if (before !== "+") news[topic] = before?.includes(" ") === false ? what.split(" ")[0] : what;
    }
    if (!sending) look();
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful || event.detail.requestConfig?.verb === "get") return;
    overtaken = hurried = underway;
    again(0);
  });
  again();
}
