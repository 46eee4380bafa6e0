"""Tables of all games in a browser: a match that one person plays from all its seats, by forms that fit."""

from typing import Any

from playwright.sync_api import BrowserContext

from tests.e2e.playing import SENT

GAMES = ("beer_game", "dominato", "dominyam", "domego", "master_builder", "utboheme")
DRAWING = "svg[data-view], #board, #spiral, #chain"
BEGIN = """
from django.contrib.auth import get_user_model
from tests.games.web.plain import begun
print("match", begun({game!r}, get_user_model().objects.get(username="lea")).pk)
"""
FORM = """const buttonOf = (form, [name, value]) => [...form.elements].find((each) =>
  each.type === "submit" && each.name === name && (!name || each.value === value));
const formOf = ([form_id, action, data, button]) => [...document.forms].find((each) =>
  (form_id ? each.id === form_id : each.getAttribute("action") === action && buttonOf(each, button)) &&
  each.elements.key?.value === data.key);
"""
FILL = f"""([form_id, action, data, button]) => {{
  {FORM}
  const form = formOf([form_id, action, data, button]);
  if (!form) return false;
  form.noValidate = true;
  for (const control of form.elements) {{
    if (!control.name || ["hidden", "submit", "button"].includes(control.type)) continue;
    const ticked = `${{control.name}}=${{control.value}}` in data;
    if (ticked || control.name in data) {{ // scripts of the games close what does not fit the rest yet
      control.disabled = false;
      for (const option of control.options ?? []) option.disabled = false;
    }}
    if (control.type === "checkbox") control.checked = ticked;
    else if (control.type === "radio") control.checked = data[control.name] === control.value;
    else if (control.name in data) control.value = data[control.name];
  }}
  form.dispatchEvent(new Event("change", {{ bubbles: true }})); // some buttons say what they will do
  const pressed = buttonOf(form, button);
  if (pressed) pressed.disabled = false;
  form.requestSubmit(pressed);
  return form.hasAttribute("aria-busy"); // else a script of the game asks for something first
}}"""
COME = f"""([form_id, action, data, button, drawing]) => {{
  {FORM}
  if (drawing) document.querySelector(drawing)?.scrollIntoView({{ block: "center", behavior: "instant" }});
  const form = formOf([form_id, action, data, button]);
  const pressed = buttonOf(form, button);
  for (let at = pressed; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  const shown = pressed?.checkVisibility() && pressed.getBoundingClientRect().width > 1 ? pressed : form;
  shown.scrollIntoView({{ block: "nearest", behavior: "instant" }});
}}"""
"""Scroll to the button that is pressed next, and before it perhaps to the drawing."""
REVISION = """(least) => Number(document.getElementById("live").dataset.etag.match(/"(\\d+)-/)?.[1] ?? -1) >= least"""


def described(way: dict[str, Any]) -> str:
    """The form and the values that were sent, for the message of a failure."""
    aside = ("csrfmiddlewaretoken", "submission_id", "shown")
    told = {name: value for name, value in way["data"].items() if name not in aside and value}
    return f"{way['form']} {told}"


class Table:
    """The page of one seat."""

    def __init__(self, context: BrowserContext, match: int, seat: int) -> None:
        self.page, self.seat = context.new_page(), seat
        self.page.goto(f"/matches/{match}/?seat={seat}")

    def wait(self, revision: int) -> None:
        """Wait until the page shows this revision of the match."""
        self.page.wait_for_function(REVISION, arg=revision)

    def come(self, way: dict[str, Any], *, drawing: bool = False) -> None:
        """Scroll to the button of a form, with `drawing` by way of the board."""
        arguments = [way["form"], way["action"], way["data"], way["button"], DRAWING if drawing else ""]
        self.page.evaluate(COME, arguments)

    def fill(self, way: dict[str, Any]) -> bool:
        """Fill in and submit a form, without waiting for an answer. Returns whether it was submitted."""
        submitted: bool = self.page.evaluate(FILL, [way["form"], way["action"], way["data"], way["button"]])
        return submitted

    def send(self, way: dict[str, Any]) -> bool:
        """Fill in and send a form. Returns whether it was sent."""
        self.page.evaluate(SENT)
        sent = self.fill(way)
        if sent:
            self.page.locator("html:not([data-sent])").wait_for(state="attached")
            self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return sent
