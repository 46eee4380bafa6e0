// Loaded in <head> without defer: the chosen theme must be there before the first paint. The strict CSP allows no inline script.
(() => {
  const root = document.documentElement;
  root.dataset.js = "";
  const stored = () => {
    try { return localStorage.getItem("theme"); } catch { return null; }
  };
  const show = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const button of document.querySelectorAll("[data-theme-set]"))
      button.setAttribute("aria-pressed", String(button.dataset.themeSet === (root.dataset.theme ?? "system")));
  };
  show(stored());

  document.addEventListener("DOMContentLoaded", () => show(stored()));
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-theme-set]");
    if (!button) return;
    try { localStorage.setItem("theme", button.dataset.themeSet); } catch { /* kept for this page only */ }
    show(button.dataset.themeSet);
  });
  addEventListener("storage", (event) => { if (event.key === "theme") show(event.newValue); });
})();
