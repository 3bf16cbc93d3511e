// What every page has at its head: light or dark, and whether it is linked to the table.

const THEMES = ["auto", "light", "dark"];

/** Let the button change between light, dark, and whatever the device prefers. */
export function startTheme() {
  const button = document.getElementById("theme");
  let theme = "auto";
  try {
    theme = localStorage.getItem("theme") ?? theme;
  } catch {
    // A browser that keeps nothing.
  }
  const apply = () => {
    if (!THEMES.includes(theme)) theme = "auto";
    document.documentElement.dataset.theme = theme;
    button.textContent = button.dataset[theme];
  };
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    apply();
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // As above.
    }
  });
  apply();
}

let later = 0;

/** Say that the link is lost, but not for every hiccup. */
export function linkShown(linked, text) {
  const place = document.getElementById("link");
  clearTimeout(later);
  document.body.dataset.linked = String(linked);
  if (linked) {
    place.hidden = true;
    return;
  }
  later = setTimeout(() => {
    place.textContent = text;
    place.hidden = false;
  }, 1200);
}
