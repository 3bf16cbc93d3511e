// The table's state, live: the present one at once, whatever has happened meanwhile.

const SOONEST_MS = 300;
const LATEST_MS = 5000;
// The server says something every ten seconds, so that a line that is cut without a word is noticed.
const SILENCE_MS = 25000;

/**
 * Listen at an address; `took` gets each state, `linked` whether we are linked.
 * A page that was asleep asks anew when it wakes, rather than trust a line that may be dead.
 */
export function listen(address, took, linked) {
  let source = null;
  let pause = SOONEST_MS;
  let waiting = 0;
  let silence = 0;

  function open() {
    close();
    source = new EventSource(address);
    source.onmessage = (event) => {
      pause = SOONEST_MS;
      linked(true);
      heard();
      took(JSON.parse(event.data));
    };
    source.addEventListener("beat", heard);
    source.onerror = again;
    heard();
  }

  function heard() {
    clearTimeout(silence);
    silence = setTimeout(again, SILENCE_MS);
  }

  function again() {
    close();
    linked(false);
    waiting = setTimeout(open, pause);
    pause = Math.min(2 * pause, LATEST_MS);
  }

  function close() {
    clearTimeout(waiting);
    clearTimeout(silence);
    if (source) source.close();
    source = null;
  }

  let slept = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) slept = performance.now();
    else if (!source || performance.now() - slept > SILENCE_MS) open();
  });
  window.addEventListener("pageshow", (event) => event.persisted && open());
  window.addEventListener("online", open);
  window.addEventListener("pagehide", close);
  open();
}
