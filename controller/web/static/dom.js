// Elements, drawn only where something has changed.

const SVG = "http://www.w3.org/2000/svg";

/** An element: its name with classes ("p.turn"), its attributes, and what is in it. */
export function el(what, attributes = {}, ...children) {
  const [name, ...classes] = what.split(".");
  const made = document.createElement(name || "div");
  if (classes.length) made.className = classes.join(" ");
  return fill(made, attributes, children);
}

/** The same in a picture. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== false && child !== ""));
  return made;
}

const digits = [...document.documentElement.dataset.digits];

/** A whole number in the digits of the page's language, as its translator has set them. */
export const inDigits = (n) => String(n).replace(/[0-9]/g, (digit) => digits[digit]);

/** One of the signs that stand at the top of the page. */
export function sign(name, attributes = {}) {
  return svg("svg", { class: `sign sign-${name}`, viewBox: "0 0 100 100", "aria-hidden": "true", ...attributes },
    svg("use", { href: `#sign-${name}` }));
}

const drawn = new WeakMap();

/** Draw anew what is in an element, when what it shows has changed; whether it has. */
export function show(element, what, draw) {
  const key = JSON.stringify(what);
  if (drawn.get(element) === key) return false;
  drawn.set(element, key);
  const made = draw(what);
  element.replaceChildren(...(Array.isArray(made) ? made : [made]).filter((it) => it));
  return true;
}

/** Put a text where it stands already, if it differs. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A card, face up. */
export function card(it, attributes = {}) {
  const red = it.s === "h" || it.s === "d";
  return el(`span.card${red ? ".red" : ""}`, { role: "img", "aria-label": it.say, ...attributes },
    el("span.rank", {}, it.r), it.s ? sign(it.s) : el("span.joker", {}, "★"));
}
