"""The site as an app: its content without a network, and the pages that the browser keeps."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from tests.e2e.playing import sign_in

KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  return found;
}"""

SUBSCRIBED = """
  navigator.clearAppBadge = async () => { sessionStorage.cleared = location.pathname; };
  Object.defineProperty(navigator, "serviceWorker", { value: {
    register: async () => {},
    getRegistration: async () => ({ pushManager: { getSubscription: async () => ({
      endpoint: "https://push.example.org/one",
      unsubscribe: async () => { sessionStorage.ended = "yes"; return true; },
    }) } }),
  } });
"""


def test_who_signs_out_takes_alerts_and_the_number_on_the_icon_along(
    open_context: Callable[..., BrowserContext],
) -> None:
    page = open_context().new_page()
    page.add_init_script(SUBSCRIBED)  # a browser without a maker's service cannot subscribe
    sign_in(page)
    page.evaluate("delete sessionStorage.cleared")

    with page.expect_request("**/sign-out/") as asked:
        page.evaluate("document.querySelector('[data-sign-out] button').click()")
    page.wait_for_url(lambda url: "/games/" not in url)

    assert "endpoint=https%3A%2F%2Fpush.example.org%2Fone" in (asked.value.post_data or "")
    page.wait_for_function("sessionStorage.cleared === location.pathname")
    assert page.evaluate("sessionStorage.ended") == "yes"


def test_without_a_network_the_app_says_so_and_has_kept_no_page_of_anybody(
    open_context: Callable[..., BrowserContext],
) -> None:
    context = open_context(service_workers="allow", forgives=("ERR_INTERNET_DISCONNECTED",))
    page = context.new_page()
    sign_in(page)
    page.goto("/games/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto("/games/")
    page.wait_for_function("navigator.serviceWorker.controller !== null")

    context.set_offline(True)
    page.goto("/games/")

    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    kept = page.evaluate(KEPT)
    assert "/offline/" in kept
    assert [path for path in kept if path != "/offline/" and not path.startswith("/static/")] == []
    context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Your matches")).to_be_visible()
