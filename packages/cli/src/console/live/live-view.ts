import { stripVTControlCharacters } from "node:util";
import { advanceLive, type LiveOutline, liveState } from "@llmch/story";
import { createLogUpdate } from "log-update";
import stringWidth from "string-width";
import type { Console } from "../console.ts";
import type { RunView } from "../run-view.ts";
import { drawLive, totalsLine } from "./draw.ts";
import { noteOf } from "./notes.ts";
import { createOverheard } from "./overheard.ts";

/** At most fifteen redraws a second, whatever happens: more is work that nobody sees. */
const REDRAW_MS = 66;
/** The clock of the view. */
const TICK_MS = 1000;

/**
 * Draws the view on stderr, in place, and lets other lines go above it. log-update writes it and hides the cursor, which comes
 * back at the end of the process too, however that comes.
 */
export const openLiveView = (
  outline: LiveOutline,
  console: Console,
  stderr: NodeJS.WriteStream = process.stderr,
): RunView => {
  const log = createLogUpdate(stderr);
  const overheard = createOverheard();
  let state = liveState(outline, Date.now());
  /** What stands on the screen, and the width that it was drawn for. */
  let drawn: readonly string[] = [];
  let drawnColumns = 0;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let pending: NodeJS.Timeout | null = null;
  let isClosed = false;

  const erase = () => {
    if (drawn.length === 0) return;
    log.clear();
    // A terminal that became narrower has broken the lines that no longer fit into several.
    if (stderr.columns < drawnColumns) stderr.write(ERASE_LINE_ABOVE.repeat(brokenLines(drawn, stderr.columns)));
    drawn = [];
  };
  const draw = () => {
    pending = null;
    const { columns = 80, rows = 24 } = stderr;
    const canvas = { columns, rows, now: Date.now(), heard: overheard.line(), colors: console.colors };
    if (columns !== drawnColumns) erase();
    const lines = drawLive(state, canvas);
    if (lines.length === 0) erase();
    else log(lines.join("\n"));
    drawn = lines;
    drawnColumns = columns;
    drawnAt = performance.now();
  };
  /** Soon, and with whatever else happens until then. */
  const redraw = () => {
    if (isClosed || pending !== null) return;
    pending = setTimeout(draw, Math.max(0, drawnAt + REDRAW_MS - performance.now()));
    pending.unref();
  };
  const tick = setInterval(redraw, TICK_MS);
  tick.unref();
  stderr.on("resize", redraw);

  const close = () => {
    if (isClosed) return;
    isClosed = true;
    clearInterval(tick);
    if (pending !== null) clearTimeout(pending);
    stderr.off("resize", redraw);
    erase();
    log.done();
    console.setScreen(null);
    const totals = totalsLine(state, Date.now(), stderr.columns ?? 80);
    if (totals !== "") console.progress(console.colors.dim(totals));
  };
  console.setScreen({
    above: (print) => {
      erase();
      print();
      redraw();
    },
    think: (text) => {
      overheard.think(text);
      redraw();
    },
    close,
  });
  return {
    event: (event) => {
      if (isClosed) return;
      state = advanceLive(state, event);
      overheard.event(event);
      const running = state.orders.findLast((order) => order.state === "running");
      const note = noteOf(event, running?.order, console);
      if (note.length > 0) console.progress(note.join("\n"));
      redraw();
    },
    output: (lastLine) => {
      overheard.output(lastLine);
      redraw();
    },
    close,
  };
};

const ERASE_LINE_ABOVE = "\u001b[1A\u001b[2K";

/** How many more rows lines take, once those that are wider than the terminal have been broken. */
const brokenLines = (lines: readonly string[], columns: number): number => {
  let more = 0;
  for (const line of lines) {
    let taken = 0;
    for (const character of stripVTControlCharacters(line)) {
      const width = stringWidth(character);
      const fits = taken + width <= columns;
      if (!fits) more += 1;
      taken = fits ? taken + width : width;
    }
  }
  return more;
};
