// The table seen from above, the numbers, the dice: drawn from the state, the same on every page.

import { card, el, inDigits, show, sign, svg, write } from "./dom.js";

const by = (id) => document.getElementById(id);

/** Where something of a seat is, in hundredths of the cloth: the first at the bottom, the others clockwise. */
function place(seat, seats, across, down) {
  const angle = Math.PI / 2 + (2 * Math.PI * seat) / seats;
  return [50 + across * Math.cos(angle), 50 + down * Math.sin(angle)];
}

function put(element, [left, top]) {
  element.style.left = `${left}%`;
  element.style.top = `${top}%`;
  return element;
}

export function drawTable(state, labels) {
  const cloth = by("cloth");
  cloth.dataset.seats = state.seats.length;
  show(cloth, [state.seats, state.trick, state.trick.say ? [] : state.last, labels.mine], () => [
    el("ul.seats", {}, state.seats.map((seat, number) => drawSeat(seat, number, state.seats.length, labels))),
    drawTrick(state, labels),
  ]);
}

function drawSeat(seat, number, seats, labels) {
  const mine = labels.mine?.includes(number);
  // Above and below there is more room for a name than beside the cards.
  const across = seats > 2 && Math.abs(Math.sin((2 * Math.PI * number) / seats)) < 0.1;
  const kind = [across && "across", seat.turn && "turning", seat.alert && "alerted", seat.winning && "best", mine && "mine"];
  const at = place(number, seats, 47.5, 48);
  const made = el(["li.seat", ...kind.filter(Boolean)].join("."), { "data-seat": number, "data-team": seat.team },
    el("div.plate", {},
      el("p.name", {},
        seat.turn ? sign("turn") : null,
        el("b", {}, seat.player ?? seat.name),
        seat.player ? el("small", {}, seat.name) : null,
        seat.alert ? [sign("alert"), el("span.unseen", {}, labels.alert)] : null),
      el("p.holding", { role: "img", "aria-label": seat.holds }, backs(seat.cards)),
      seat.tags.length || seat.said
        ? el("p.tags", {}, seat.tags.map((tag) => el(`span.tag.tag-${tag.kind}`, {}, tag.text)),
            seat.said ? el("span.said-call", {}, seat.said) : null)
        : null),
    seat.open.length ? el("p.open", {}, seat.open.map((it) => card(it))) : null);
  // The arrow points from the middle to the seat.
  made.style.setProperty("--turned", `${360 * number / seats}deg`);
  // Moved back by as much of itself as it is moved along, it stays within the cloth.
  made.style.transform = `translate(${-at[0]}%, ${-at[1]}%)`;
  return put(made, at);
}

function backs(count) {
  const shown = Math.min(count, 13);
  return Array.from({ length: shown }, () => el("i.back"));
}

function drawTrick(state, labels) {
  const lies = state.seats.some((seat) => seat.played.length);
  const seats = state.seats.length;
  const cards = lies
    ? state.seats.map((seat, number) => pile(seat.played, number, seats, seat.winning))
    : state.last.map((laid) => pile([laid.card], laid.at, seats, false));
  const note = lies ? state.trick.winning : state.last.length ? labels.last : "";
  return el(`div.trick${lies ? "" : ".gone"}`, {}, cards, note ? el("p.winning", {}, note) : null);
}

function pile(cards, number, seats, winning) {
  if (!cards.length) return null;
  const made = el(`div.laid${winning ? ".best" : ""}`, { "data-cards": cards.length }, cards.map((it) => card(it)),
    winning ? sign("winner") : null);
  return put(made, place(number, seats, seats > 4 ? 18 : 15, seats > 4 ? 20 : 15));
}

export function drawNumbers(state, labels) {
  const section = by("numbers");
  show(section, [state.numbers, state.trump, Boolean(state.clock), state.clock?.text, labels.trump], () => [
    ...state.numbers.map((number) =>
      el("div.number", { "data-team": number.team ?? "" },
        el("p.label", {}, number.label), el("p.value", {}, number.value), number.note ? el("p.note", {}, number.note) : null)),
    state.trump.kind === "none" ? null
      : el(`div.number.trump.trump-${state.trump.kind}.suit-${state.trump.sign}`, {},
          el("p.label", {}, labels.trump), el("p.value", {}, sign(state.trump.sign)), el("p.note", {}, state.trump.text)),
    state.clock
      ? el("div.number.clock", {}, el("p.label", {}, state.clock.text), el("p.value", { id: "clock", role: "timer" }, ""))
      : null,
  ].filter(Boolean));
  section.hidden = !section.children.length;
  runClock(state.clock);
}

let ticking = 0;

function runClock(clock) {
  clearInterval(ticking);
  if (!clock) return;
  const ends = performance.now() + 1000 * clock.left;
  const tick = () => {
    const left = clock.paused ? clock.left : Math.max(0, (ends - performance.now()) / 1000);
    if (by("clock")) write(by("clock"), inDigits(Math.ceil(left)));
  };
  tick();
  if (!clock.paused) ticking = setInterval(tick, 200);
}

const SPOTS = [24, 60, 96];

export function drawDice(state) {
  by("dice").dataset.many = String(state.dice.length > 2);
  show(by("dice"), state.dice, (dice) => dice.map((die, team) => drawDie(die, team, state.seats.length)));
}

function drawDie(die, team, seats) {
  const dots = die.red.map((red, spot) => {
    const at = { cx: SPOTS[spot % 3], cy: SPOTS[Math.floor(spot / 3)], r: 13 };
    const black = die.black[spot];
    if (red && black) return [svg("circle", { ...at, class: "pip black" }), svg("circle", { ...at, r: 6, class: "pip red" })];
    return svg("circle", { ...at, class: red ? "pip red" : black ? "pip black" : "pip" });
  });
  return el(`div.panel${die.winner ? ".won" : ""}`, { "data-team": team, "aria-label": die.say, role: "group" },
    el("header", { "aria-hidden": "true" },
      sign("winner", { "data-lit": String(die.winner) }), el("h3", {}, die.name), sign("alert", { "data-lit": String(die.alert) })),
    el("div.face", { "aria-hidden": "true" },
      svg("svg", { viewBox: "0 0 120 120" }, svg("rect", { x: 1, y: 1, width: 118, height: 118, rx: 22, class: "ivory" }), dots),
      el("div.tens", {}, el("b", { "data-lit": String(die.twenty) }, inDigits(20)), el("b", { "data-lit": String(die.ten) }, inDigits(10)),
        el("span.sum", {}, die.score))),
    el("footer", { "aria-hidden": "true" }, die.turn.map((its) => {
      const light = el("span.light", { "data-lit": String(its.lit) }, sign("turn"), its.name);
      light.style.setProperty("--turned", `${(360 * its.at) / seats}deg`);
      return light;
    })));
}

let count = null;

export function drawSaid(state) {
  by("ruling").dataset.refused = String(state.refused);
  const newest = state.said.slice(-3).reverse();
  show(by("said"), newest, (said) => said.map((text, place) => el(place ? "li" : "li.newest", {}, text)));
  // What is new is said aloud, but not what was said before this page was opened.
  const news = count === null ? [] : state.said.slice(-Math.min(state.said.length, Math.max(0, state.count - count)));
  if (state.count !== count && news.length && state.count > (count ?? 0)) by("aloud").textContent = `${news.join(" ")} ${state.turn}`;
  count = state.count;
}

export function drawFacts(state) {
  const lost = state.lost.map((text) => ["⚡", text]);
  by("facts").hidden = !state.facts.length && !lost.length;
  show(by("fact-list"), [state.facts, lost], () => [
    ...lost.map(([, text]) => el("div.lost", {}, el("dt", {}, sign("fault")), el("dd", {}, text))),
    ...state.facts.map(([label, value]) => el("div", {}, el("dt", {}, label), el("dd", {}, value))),
  ]);
}

export function drawHistory(state, labels) {
  show(by("history-list"), [state.deals, state.matches], () => {
    if (!state.deals.length && !state.matches.length) return el("p.none", {}, labels.none);
    return [
      state.deals.length
        ? el("ol.deals", { "aria-label": labels.deals }, state.deals.map((deal) => el("li", {}, el("b", {}, deal.number), el("span", {}, deal.text))))
        : null,
      state.matches.length ? el("h3", {}, labels.matches) : null,
      state.matches.length
        ? el("ol.matches", {}, state.matches.map((match) => el("li", {}, el("b", {}, match.winner, " ", sign("winner")), el("span", {}, `${match.title}: ${match.text}`))))
        : null,
    ];
  });
}

/** Everything but the head of the page. */
export function drawAll(state, labels) {
  write(by("title"), state.title);
  write(by("deal"), state.deal);
  write(by("phase"), state.phase);
  write(by("turn"), state.over ? "" : state.turn);
  document.body.dataset.over = String(state.over);
  document.title = state.turn ? `${state.turn} · ${state.title}` : state.title;
  drawNumbers(state, labels);
  drawTable(state, labels);
  drawSaid(state);
  drawDice(state);
  drawFacts(state);
  drawHistory(state, labels);
}
