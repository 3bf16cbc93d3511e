// The score page.

import { listen } from "./live.js";
import { linkShown, startTheme } from "./page.js";
import { drawAll } from "./table.js";

const labels = document.body.dataset;

startTheme();
listen(`/events?lang=${document.documentElement.lang}`, (state) => {
  if (state.seats) drawAll(state, labels);
  linkShown(Boolean(state.seats), state.seats ? "" : labels.waiting);
}, (linked) => linkShown(linked, linked ? "" : labels.lost));
