// The director's page: the door, and the desk behind it.

import { el, inDigits, show } from "./dom.js";
import { listen } from "./live.js";
import { linkShown, startTheme } from "./page.js";

const by = (id) => document.getElementById(id);
const labels = document.body.dataset;
const language = document.documentElement.lang;
const HEALTH_MS = 3000;
let token = null;
let desk = null;
let games = null;

async function ask(path, body) {
  const sent = body === undefined ? {}
    : { method: "POST", headers: { "content-type": "application/json", "x-chhakka-token": token ?? "" }, body: JSON.stringify(body) };
  const answer = await fetch(`/director/${path}`, { cache: "no-store", credentials: "same-origin", ...sent });
  if (answer.status === 401) inside(false);
  return answer.json();
}

// The door.

function inside(is) {
  by("door").hidden = is;
  by("desk").hidden = !is;
  if (is) open();
  else {
    token = null;
    by("pin").focus();
  }
}

by("door").addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = by("door").querySelector("button");
  button.disabled = true;
  try {
    const answer = await ask("in", { pin: by("pin").value });
    by("pin").value = "";
    token = answer.token;
    by("door-said").textContent = answer.in ? ""
      : answer.wait ? labels.wait.replace("{n}", inDigits(Math.ceil(answer.wait))) : labels.wrong;
    if (answer.in) inside(true);
  } catch {
    by("door-said").textContent = labels.lost;
  }
  button.disabled = false;
});

by("leave").addEventListener("click", async () => {
  await ask("out", {});
  inside(false);
});

// Calls.

async function call(words) {
  let answer = null;
  try {
    answer = await ask(`call?lang=${language}`, { call: words });
  } catch {
    answer = { taken: false, say: labels.lost };
  }
  if (answer.say === undefined) return;
  by("answer").textContent = answer.say;
  by("answer").dataset.taken = String(answer.taken);
  await refresh();
}

function sure(what) {
  by("ask-what").textContent = `${what} — ${labels.sure}`;
  by("ask").showModal();
  return new Promise((resolve) => by("ask").addEventListener("close", () => resolve(by("ask").returnValue === "yes"), { once: true }));
}

for (const button of document.querySelectorAll("button[data-call]")) {
  button.addEventListener("click", async () => {
    if (!button.dataset.sure || await sure(button.textContent)) await call(button.dataset.call);
  });
}

function onSubmit(id, words) {
  by(id).addEventListener("submit", async (event) => {
    event.preventDefault();
    const its = Object.fromEntries(new FormData(by(id)));
    const button = by(id).querySelector("[type=submit]");
    if (!button.dataset.sure || await sure(button.textContent)) await call(words(its));
  });
}

onSubmit("void", () => `void ${by("why").value}`.trim());
onSubmit("say", (its) => `${its.seat} ${its.call}`);
onSubmit("lay", (its) => `${its.seat} ${desk.lays} ${its.card}`);
onSubmit("words", (its) => `${its.seat} ${its.words}`);
onSubmit("correct", (its) => ["correct", its.seat, its.old, its.new].filter(Boolean).join(" "));

// The desk.

async function open() {
  games = await ask(`games?lang=${language}`);
  await refresh();
  if (desk) drawNext(desk.next);
}

async function refresh() {
  if (by("desk").hidden) return;
  const found = await ask(`desk?lang=${language}`).catch(() => null);
  if (!found || !found.readers) return;
  desk = found;
  drawDesk();
}

setInterval(() => document.hidden || refresh(), HEALTH_MS);

function drawDesk() {
  for (const select of document.querySelectorAll("select.seats")) options(select, desk.seats);
  for (const select of document.querySelectorAll("select.calls")) options(select, desk.calls);
  for (const select of document.querySelectorAll("select.cards")) {
    options(select, desk.cards, select.dataset.any);
  }
  show(by("readers"), desk.readers.map((its) => ({ ...its, heard: its.heard === null ? null : Math.floor(its.heard) })), drawReaders);
  by("say").hidden = !desk.calls.length;
  by("next").closest("section").hidden = desk.next === null;
}

/** Keep a select's options up to date without losing what is selected. */
function options(select, values, any = null) {
  const chosen = select.value;
  if (show(select, [values, any], () => [
    any === null || any === undefined ? null : el("option", { value: "" }, any),
    ...values.map((value) => el("option", { value }, desk.shown[value])),
  ]) && values.includes(chosen)) select.value = chosen;
}

function drawReaders(readers) {
  return readers.map((its) => {
    const states = { open: labels.readerOpen, lost: labels.readerLost, new: labels.readerNew };
    const heard = its.heard === null ? labels.unheard : labels.heard.replace("{n}", inDigits(its.heard));
    const faults = Object.entries(its.faults).filter(([, times]) => times).map(([name, times]) => `${name} ${inDigits(times)}`).join(", ");
    return el("tr", {},
      el("th", { scope: "row" }, desk.shown[its.seat]),
      el("td.port", {}, its.port, " ", el("small", {}, its.protocol)),
      el("td", {}, el(`span.state-${its.state}`, {}, states[its.state]), its.reason ? ` ${its.reason}` : ""),
      el("td", {}, heard), el("td", {}, faults || "–"));
  });
}

// The next match.

const gameOf = (name) => games.find((game) => game.name === name);

function drawNext(next) {
  if (!next) return;
  by("game").replaceChildren(...games.map((game) => el("option", { value: game.name }, game.title)));
  by("game").value = next.game;
  drawRules(next.rules);
  drawOptions(next.options);
  const legend = by("players").querySelector("legend");
  by("players").replaceChildren(legend, ...desk.seats.map((seat) =>
    el("label", {}, desk.shown[seat], el("input", { name: `player-${seat}`, maxlength: 30, autocomplete: "off", value: next.players[seat] ?? "" }))));
}

function drawRules(chosen) {
  const names = Object.keys(gameOf(by("game").value).presets);
  const configured = desk.next.configured;
  // A rule-set file has no preset's name.
  if (configured.game === by("game").value && !names.includes(configured.rules)) names.unshift(configured.rules);
  by("rules").replaceChildren(...names.map((name) => el("option", { value: name }, name)));
  by("rules").value = names.includes(chosen) ? chosen : names[0];
}

function valuesOf() {
  const preset = gameOf(by("game").value).presets[by("rules").value];
  return preset ?? desk.next.options;
}

function drawOptions(values) {
  by("options").replaceChildren(...gameOf(by("game").value).options.map((option) => {
    const value = values[option.name];
    return el("label", {}, el("span", {}, option.say, el("small", {}, option.name)), field(option, value));
  }));
}

function field(option, value) {
  const its = { name: option.name, "data-form": option.kind.form };
  switch (option.kind.form) {
    case "flag":
      return el("input", { ...its, type: "checkbox", checked: Boolean(value), "data-was": value === null ? "" : "set" });
    case "choice": {
      const made = el("select", its, value === null ? el("option", { value: "" }, labels.unset) : null,
        option.kind.values.map((word) => el("option", { value: word }, word)));
      made.value = value ?? "";
      return made;
    }
    case "whole":
      return el("input", { ...its, type: "number", min: option.kind.low, max: option.kind.high, value: value ?? "" });
    default:
      return el("input", { ...its, type: "text", value: (value ?? []).join(" ") });
  }
}

by("game").addEventListener("change", () => {
  drawRules("");
  drawOptions(valuesOf());
});
by("rules").addEventListener("change", () => drawOptions(valuesOf()));

/** The options that differ from those of the chosen rules. */
function changes() {
  const before = valuesOf();
  const changed = {};
  for (const input of by("options").querySelectorAll("[data-form]")) {
    const value = read(input);
    const was = before[input.name];
    if (value !== null && JSON.stringify(value) !== JSON.stringify(was)) changed[input.name] = value;
  }
  return changed;
}

function read(input) {
  switch (input.dataset.form) {
    case "flag": return input.checked;
    case "whole": return input.value === "" ? null : Number(input.value);
    case "seats": return input.value.split(/[\s,]+/).filter(Boolean);
    default: return input.value === "" ? null : input.value;
  }
}

by("next").addEventListener("submit", async (event) => {
  event.preventDefault();
  const players = Object.fromEntries(desk.seats.map((seat) => [seat, by("next").elements[`player-${seat}`].value.trim()]).filter(([, name]) => name));
  await call(`choose ${JSON.stringify({ game: by("game").value, rules: by("rules").value, options: changes(), players })}`);
  drawNext(desk.next);
});

by("reset").addEventListener("click", async () => {
  await call("choose");
  drawNext(desk.next);
});

// Begin.

startTheme();
listen(`/events?lang=${language}`, (state) => {
  if (!state.seats) return;
  for (const name of ["title", "deal", "phase", "turn"]) by(name).textContent = state[name];
  linkShown(true, "");
  refresh();
}, (linked) => linkShown(linked, linked ? "" : labels.lost));
ask("me").then((me) => {
  token = me.token;
  inside(me.in);
});
