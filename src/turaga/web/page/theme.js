// Sets the theme before anything is painted: `data-theme` is "light" or "dark". A classic script, because modules
// run later. `core/settings.js` keeps it up to date.
{
  let chosen = null;
  try {
    chosen = JSON.parse(localStorage.getItem("turaga:settings") ?? "{}").theme;
  } catch {
    // Nothing is stored, or it is damaged: the system's theme is used.
  }
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = ["light", "dark"].includes(chosen) ? chosen : dark ? "dark" : "light";
}
