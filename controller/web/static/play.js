// The pretend table: the score page, with one's own cards to be dragged onto readers.

import { card, el, show } from "./dom.js";
import { listen } from "./live.js";
import { linkShown, startTheme } from "./page.js";
import { drawAll } from "./table.js";

const labels = document.body.dataset;
const by = (id) => document.getElementById(id);
const MOVED_PX = 8;
let own = null;
let seats = [];

async function ask(path, body) {
  const answer = await fetch(`/play/${path}`, {
    method: "POST", credentials: "same-origin", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  });
  return answer.ok;
}

async function lay(tag, reader, name) {
  const laid = await ask("tap", { tag, reader }).catch(() => false);
  by("aloud").textContent = laid ? labels.onto.replace("{card}", name).replace("{seat}", seats[reader].name) : labels.refused;
  const plate = document.querySelector(`.seat[data-seat="${reader}"]`);
  plate?.classList.add(laid ? "read" : "unread");
  setTimeout(() => plate?.classList.remove("read", "unread"), 700);
}

// Dragging, with mouse, pen or finger; pressing lays on one's own reader.

function drag(made, tag, home, name) {
  made.addEventListener("pointerdown", (down) => {
    if (down.button) return;
    let ghost = null;
    let over = null;
    const moved = (event) => {
      const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!ghost && Math.hypot(x, y) > MOVED_PX) {
        ghost = made.cloneNode(true);
        ghost.classList.add("dragged");
        const box = made.getBoundingClientRect();
        ghost.style.left = `${box.left}px`;
        ghost.style.top = `${box.top}px`;
        ghost.style.width = `${box.width}px`;
        ghost.style.fontSize = getComputedStyle(made).fontSize;
        document.body.append(ghost);
        made.classList.add("lifted");
        document.body.classList.add("dragging");
      }
      if (!ghost) return;
      event.preventDefault();
      ghost.style.transform = `translate(${x}px, ${y}px) rotate(-4deg)`;
      const below = readerAt(event.clientX, event.clientY, home);
      if (below !== over) {
        document.querySelector(".seat.under")?.classList.remove("under");
        if (below !== null) document.querySelector(`.seat[data-seat="${below}"]`)?.classList.add("under");
        over = below;
      }
    };
    const end = (event) => {
      made.removeEventListener("pointermove", moved);
      made.removeEventListener("pointerup", end);
      made.removeEventListener("pointercancel", end);
      document.querySelector(".seat.under")?.classList.remove("under");
      document.body.classList.remove("dragging");
      made.classList.remove("lifted");
      if (!ghost) return;
      ghost.remove();
      made.dataset.dragged = "yes";
      setTimeout(() => delete made.dataset.dragged);
      if (event.type === "pointerup" && over !== null) lay(tag, over, name);
    };
    made.setPointerCapture(down.pointerId);
    made.addEventListener("pointermove", moved);
    made.addEventListener("pointerup", end);
    made.addEventListener("pointercancel", end);
  });
  made.addEventListener("click", () => made.dataset.dragged || lay(tag, home, name));
  return made;
}

/** The reader under a point: that of the seat there, one's own anywhere else on the table. */
function readerAt(x, y, home) {
  const below = document.elementFromPoint(x, y);
  const seat = below?.closest(".seat");
  if (seat) return Number(seat.dataset.seat);
  return below?.closest(".cloth") ? home : null;
}

function drawCard(it, home) {
  const made = el(`button.hold${it.may ? ".may" : ""}${it.laid ? ".laid-down" : ""}`, { type: "button", "data-tag": it.id, "aria-label": it.say }, card(it, { "aria-hidden": "true" }));
  return drag(made, it.id, home, it.say);
}

function drawTag(it, home) {
  const name = it.card ? it.card.say : it.text;
  const made = el("button.chip", { type: "button", "data-tag": it.tag, "aria-label": name }, it.card ? card(it.card, { "aria-hidden": "true" }) : it.text);
  return drag(made, it.tag, home, name);
}

function drawHands() {
  show(by("hands"), [own.hands, seats.map((seat) => [seat.name, seat.turn])], ([hands]) => hands.length
    ? hands.map((hand) => el(`section.hand${seats[hand.seat].turn ? ".on-turn" : ""}`, { "aria-label": seats[hand.seat].name },
        el("p.whose", {}, el("b", {}, seats[hand.seat].name), el("button.leave", { type: "button", onclick: () => ask("seat", { seat: hand.seat, take: false }) }, labels.leave)),
        el("div.cards", {}, hand.cards.length ? hand.cards.map((it) => drawCard(it, hand.seat)) : el("p.none", {}, labels.empty)),
        hand.may.length ? el("div.tags-row", {}, hand.may.map((it) => drawTag(it, hand.seat))) : null))
    : el("p.none", {}, labels.noSeat));
  by("all-tags").hidden = !own.mine.length;
  if (own.mine.length) show(by("tags"), [own.tags, own.mine[0]], ([tags, home]) => tags.map((it) => drawTag(it, home)));
}

/** Beside each seat: whether it is one's own, somebody else's, or free to be taken. */
function drawSeats() {
  for (const plate of document.querySelectorAll(".seat")) {
    const seat = Number(plate.dataset.seat);
    const mine = own.mine.includes(seat);
    plate.querySelector(".who")?.remove();
    plate.classList.toggle("mine", mine);
    const who = mine ? el("p.who", {}, labels.you)
      : own.others.includes(seat) ? el("p.who", {}, labels.taken)
      : el("p.who", {}, el("button.sit", { type: "button", "aria-label": `${labels.sit}: ${seats[seat].name}`, onclick: () => ask("seat", { seat, take: true }) }, labels.sit));
    plate.querySelector(".plate").append(who);
  }
}

startTheme();
listen(`/play/events?lang=${document.documentElement.lang}`, (told) => {
  if (told.state.seats) {
    own = told.own;
    seats = told.state.seats;
    drawAll(told.state, { ...labels, mine: [...own.mine, -1, ...own.others] });
    drawSeats();
    drawHands();
  }
  linkShown(Boolean(told.state.seats), told.state.seats ? "" : labels.waiting);
}, async (linked) => {
  linkShown(linked, linked ? "" : labels.lost);
  if (linked) return;
  // A server that has begun anew does not know this page any more.
  const me = await fetch("/play/me", { cache: "no-store" }).then((answer) => answer.json()).catch(() => null);
  if (me && !me.known) location.reload();
});
