import { stripVTControlCharacters } from "node:util";
import { type Caps, type RunEvent, saidOf } from "@llmch/app";
import { advanceLive, type LiveOrder, type LiveOutline, liveState } from "@llmch/story/live";
import { createLogUpdate } from "log-update";
import stringWidth from "string-width";
import type { Console } from "../console.ts";
import { createFuse, viewFailed } from "../fuse.ts";
import type { RunView } from "../view.ts";
import { drawLive, NO_CAPS, totalsLine } from "./draw.ts";
import { createOverheardOrders } from "./overheard.ts";

/** The least time between drawings, so that changes too fast to see cost nothing. */
const REDRAW_MS = 125;
/** The same if only the moving line moves. */
const MOVE_MS = 250;
/** The same if the view was erased to print something above it. */
const RETURN_MS = 50;
/** How often the view's clock is redrawn. */
const TICK_MS = 1000;

/**
 * Draws the view on stderr, in place, and lets other lines go above it. log-update writes it and hides the cursor, which it restores
 * however the process ends.
 */
export const openLiveView = (outline: LiveOutline, console: Console, caps: Caps = NO_CAPS): RunView => {
  const { stderr } = console;
  const log = createLogUpdate(stderr);
  const overheard = createOverheardOrders();
  let state = liveState(outline, Date.now());
  /** The lines on the screen, and the width that they were drawn for. */
  let drawn: readonly string[] = [];
  let drawnColumns = 0;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let pending: { readonly timer: NodeJS.Timeout; readonly due: number } | null = null;
  let isClosed = false;
  let isPaused = false;

  const fused = createFuse((fault) => {
    close();
    console.error(viewFailed(fault, console));
  });
  const erase = () => {
    if (drawn.length === 0) return;
    log.clear();
    // A terminal that became narrower has wrapped the lines that no longer fit.
    const { columns = drawnColumns } = stderr;
    if (columns < drawnColumns) stderr.write(ERASE_LINE_ABOVE.repeat(brokenLines(drawn, columns)));
    drawn = [];
  };
  const draw = fused(() => {
    pending = null;
    const { columns = 80, rows = 24 } = stderr;
    const canvas = { columns, rows, now: Date.now(), heard: overheard.heard(), caps, colors: console.colors };
    const lines = drawLive(state, canvas);
    // log-update loses a line if another number of lines begins and ends as those before.
    if (columns !== drawnColumns || lines.length !== drawn.length) erase();
    if (lines.length > 0 && lines.join("\n") !== drawn.join("\n")) log(lines.join("\n"));
    drawn = lines;
    drawnColumns = columns;
    drawnAt = performance.now();
  });
  /** Draws `pause` after the last drawing, with everything that happens until then. */
  const redraw = (pause: number) => {
    if (isClosed || isPaused) return;
    const now = performance.now();
    const due = Math.max(now, drawnAt + pause);
    if (pending !== null && pending.due <= due) return;
    if (pending !== null) clearTimeout(pending.timer);
    pending = { timer: setTimeout(draw, due - now), due };
    pending.timer.unref();
  };
  const tick = setInterval(() => redraw(REDRAW_MS), TICK_MS);
  tick.unref();
  // While an edge is dragged, nothing is drawn: how many rows wrapped lines take is certain only at once, and whoever erases too
  // many erases lines above the view.
  const onResize = fused(() => {
    erase();
    drawnAt = performance.now();
    redraw(REDRAW_MS);
  });
  stderr.on("resize", onResize);

  const close = () => {
    if (isClosed) return;
    isClosed = true;
    clearInterval(tick);
    if (pending !== null) clearTimeout(pending.timer);
    stderr.off("resize", onResize);
    console.setScreen(null);
    const sayTotals = () => {
      const totals = totalsLine(state, Date.now(), stderr.columns ?? 80, caps);
      if (totals !== "") console.progress(console.colors.dim(totals));
    };
    // Try each, even if the one before failed: the cursor must come back.
    for (const last of [erase, log.done, sayTotals]) createFuse(() => {})(last)();
  };
  console.setScreen({
    above: (print) => {
      fused(erase)();
      print();
      redraw(RETURN_MS);
    },
    think: fused((text, order) => {
      overheard.of(order).think(text);
      redraw(MOVE_MS);
    }),
    answer: fused((characters, order) => {
      overheard.of(order).answer(characters);
      redraw(MOVE_MS);
    }),
    close,
  });
  return {
    event: fused((event) => {
      if (isClosed) return;
      state = advanceLive(state, event);
      overheard.event("", event);
      const own = state.orders.find((order) => order.run === event.run_id);
      if (own !== undefined) overheard.event(own.order, event);
      const isOfBuild = state.build?.run === event.run_id;
      const told = isOfBuild
        ? undefined
        : state.jobs > 1
          ? own
          : state.orders.findLast((order) => order.state === "running");
      const note = noteOf(event, told, console);
      if (note.length > 0) console.progress(note.join("\n"));
      redraw(REDRAW_MS);
    }),
    output: fused((lastLine, order) => {
      overheard.of(order).output(lastLine);
      redraw(MOVE_MS);
    }),
    pause: (paused) => {
      isPaused = paused;
      if (pending !== null) clearTimeout(pending.timer);
      pending = null;
      if (paused) for (const last of [erase, log.done]) fused(last)();
      else redraw(RETURN_MS);
    },
    close,
  };
};

/** What stays on the screen of an event, above the redrawn view, in the words of the log. */
const noteOf = (
  event: RunEvent,
  order: Pick<LiveOrder, "order" | "ahead"> | undefined,
  { colors, verbose }: Pick<Console, "colors" | "verbose">,
): readonly string[] => {
  const paint = staysAs(event, verbose);
  if (paint === null) return [];
  const ofPlan = event.type === "compile_attempt_judged" ? `attempt ${event.attempt}: ` : "";
  const whose = order === undefined ? ofPlan : `${order.order}${order.ahead.length > 0 ? " ahead" : ""} `;
  return saidOf(event, { asks: false, verbose }).flatMap(({ what, details }) => [
    `  ${whose}${colors[paint](what)}`,
    ...details.map((line) => `    ${colors.dim(line)}`),
  ]);
};

/** The colour of what stays; null for events that do not. */
const staysAs = (event: RunEvent, verbose: boolean): "red" | "yellow" | "green" | "reset" | null => {
  switch (event.type) {
    case "attempt_failed":
      return "red";
    case "compile_attempt_judged":
      return event.errors.length > 0 ? "red" : "green";
    case "warning":
    case "bound_reached":
      return "yellow";
    case "window_ended":
      return event.verdict === "PASS" ? "green" : "red";
    case "assessed":
      return event.verdict === "on_course" || event.verdict === "complete" ? "green" : "yellow";
    case "examined":
      return event.findings.length === 0 ? "green" : "yellow";
    case "committed":
      return event.drift.length > 0 ? "yellow" : null;
    case "reviewed":
      return event.notes.length > 0 ? "yellow" : null;
    case "scope_taken":
    case "window_planned":
    case "objected":
    case "order_revised":
      return "reset";
    case "command_finished":
      return verbose ? "reset" : null;
    default:
      return null;
  }
};

const ERASE_LINE_ABOVE = "\u001b[1A\u001b[2K";

/** How many extra rows the lines take once the terminal has wrapped those that are too wide. */
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
