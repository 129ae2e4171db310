import { EventEmitter } from "node:events";
import type { EventBody, RunEvent } from "@llmch/contract";
import type { LiveOutline } from "@llmch/story/live";
import { BUILD_JOURNAL, createTerminal } from "@llmch/testkit";
import pc from "picocolors";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Console, Screen } from "../console.ts";
import { openLiveView } from "./live-view.ts";

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-01-01T12:00:00Z") }));
afterEach(() => void vi.useRealTimers());

/** A view on a terminal, and a console that can only print above it. */
const openOn = (columns: number, rows: number, titles: readonly string[] | "build") => {
  const terminal = createTerminal(columns, rows);
  const write = (text: string) => {
    // The driver of a terminal begins each line at its left edge.
    terminal.write(text.replaceAll("\n", "\r\n"));
    return true;
  };
  const stderr = Object.assign(new EventEmitter(), {
    isTTY: true,
    columns,
    rows,
    write,
  }) as unknown as NodeJS.WriteStream;
  let screen: Screen | null = null;
  const progress = (line: string) => {
    const print = () => void write(`${line}\n`);
    if (screen === null) print();
    else screen.above(print);
  };
  const setScreen = (next: Screen | null) => {
    screen = next;
  };
  const console = {
    colors: pc.createColors(true),
    verbose: false,
    quiet: false,
    progress,
    error: progress,
    setScreen,
    stderr,
  } as unknown as Console;
  const outline: LiveOutline =
    titles === "build"
      ? { kind: "build", events: [] }
      : {
          kind: "orders",
          orders: titles.map((title, index) => ({ order: `WO-0${index + 1}`, title, skipped: false })),
        };
  const view = openLiveView(outline, console);
  let seq = 0;
  const happen = (...bodies: readonly EventBody[]) => {
    for (const body of bodies) {
      view.event({ ...body, seq: seq++, ts: new Date().toISOString(), run_id: "R" } satisfies RunEvent);
    }
  };
  const resize = (next: number) => {
    terminal.resize(next);
    Object.assign(stderr, { columns: next });
    stderr.emit("resize");
  };
  return { terminal, view, happen, progress, resize, screen: () => screen };
};

const start = (order: string): EventBody => ({
  ...{ type: "order_started", format: 2, order, title: `Do ${order}, as it is told`, work_order_sha256: "" },
  ...{ branch: "b", baseline: "", model: "m", schedule: null },
  config: {} as Extract<EventBody, { type: "order_started" }>["config"],
});
const attempt: EventBody = { type: "attempt_started", attempt: 1, max_attempts: 5 };
const verify: EventBody = { type: "step_started", attempt: 1, step: "verify" };

it("draws in place, prints above, and leaves nothing but the totals", () => {
  const { terminal, view, happen, progress } = openOn(60, 20, ["First", "Second"]);
  progress("header");
  happen(start("WO-01"), attempt, verify);
  vi.advanceTimersByTime(3050);
  expect(terminal.lines()).toEqual([
    "header",
    "▸ WO-01  Do WO-01, as it is told  1/5  verify  0:03",
    "",
    "  WO-02  Second",
    "0 of 2 done  0:03",
  ]);
  happen({ type: "run_finished", verdict: "PASS", exit_code: 0, duration_ms: 1 });
  progress("PASS  WO-01");
  happen(start("WO-02"), attempt, { type: "warning", message: "late" });
  vi.advanceTimersByTime(100);
  expect(terminal.lines()).toEqual([
    ...["header", "PASS  WO-01", "  WO-02 warning: late"],
    ...["▸ WO-02  Do WO-02, as it is told  1/5  0:00", "", "1 of 2 done  0:03"],
  ]);
  view.close();
  view.close();
  progress("below");
  vi.advanceTimersByTime(5000);
  expect(terminal.lines()).toEqual(["header", "PASS  WO-01", "  WO-02 warning: late", "1 of 2 done  0:03", "below"]);
});

it("redraws at most twenty times a second, however much happens, and looks at output only then", () => {
  const { terminal, view, happen } = openOn(60, 20, ["First"]);
  happen(start("WO-01"), attempt, verify);
  let looked = 0;
  let line = 0;
  for (let ms = 0; ms < 2000; ms++) {
    for (let piece = 0; piece < 20; piece++) {
      line += 1;
      view.output?.(() => {
        looked += 1;
        return `line ${line}`;
      });
    }
    vi.advanceTimersByTime(1);
  }
  expect(terminal.frames()).toBeGreaterThan(5);
  expect(terminal.frames()).toBeLessThanOrEqual(40);
  expect(looked).toBeLessThanOrEqual(40);
  expect(terminal.lines()[1]).toMatch(/^ {2}line (39\d\d\d|40000)$/);
  vi.advanceTimersByTime(10_000);
  expect(terminal.frames()).toBeLessThanOrEqual(40 + 11);
});

it.each([
  [100, 40],
  [40, 100],
  [100, 17],
])("survives a terminal that is resized from %d columns to %d", (before, after) => {
  const { terminal, view, happen, progress, resize } = openOn(before, 30, [
    "残高を計算する 残高を計算する 残高を計算する",
    "B",
    "C",
  ]);
  progress("PASS  WO-00");
  happen({ ...start("WO-01"), title: "残高を計算する 残高を計算する 残高を計算する" } as EventBody, attempt, verify);
  happen({ type: "command_started", phase: "verify", index: 0, command: `make ${"x".repeat(200)}` });
  vi.advanceTimersByTime(500);
  const drawn = terminal.lines().length;
  resize(after);
  vi.advanceTimersByTime(500);
  const lines = terminal.lines();
  expect(lines).toHaveLength(drawn);
  expect(lines[0]).toBe("PASS  WO-00");
  expect(lines.filter((line) => line.startsWith("▸ WO-01"))).toHaveLength(1);
  view.close();
  expect(terminal.lines()).toEqual(["PASS  WO-00", expect.stringMatching(/^0 of 3 done/)]);
});

it("erases nothing above it while an edge is dragged back and forth faster than it draws", () => {
  const { terminal, view, happen, progress, resize } = openOn(100, 30, ["First", "Second"]);
  const above = Array.from({ length: 6 }, (_, line) => `line ${line} ${"and more ".repeat(line)}`.trim());
  for (const line of above) progress(line);
  happen(start("WO-01"), attempt, { type: "command_started", phase: "verify", index: 0, command: "x".repeat(200) });
  vi.advanceTimersByTime(500);
  resize(40);
  // Told of too late: the view still takes the terminal for a narrow one.
  terminal.resize(100);
  vi.advanceTimersByTime(500);
  resize(100);
  vi.advanceTimersByTime(500);
  expect(terminal.lines().slice(0, 6)).toEqual(above);
  view.close();
  expect(terminal.lines()).toEqual([...above, expect.stringMatching(/^0 of 2 done/)]);
});

it("lets a thought move, until something else begins", () => {
  const { terminal, happen, screen } = openOn(40, 12, ["First"]);
  happen(start("WO-01"), attempt, { type: "model_asked", key: "k" });
  screen()?.think("First the greeter,\nthen ");
  screen()?.think("its \u001b[2Jtest and whatever else there may be to do");
  vi.advanceTimersByTime(100);
  expect(terminal.lines()[1]).toBe("  …and whatever else there may be to do");
  happen(verify);
  vi.advanceTimersByTime(100);
  expect(terminal.lines()).toEqual(["▸ WO-01  Do WO-01, …  1/5  verify  0:00"]);
});

it("shows how much of an answer has arrived, instead of the reasoning before it", () => {
  const { terminal, happen, screen } = openOn(60, 12, ["First"]);
  happen(start("WO-01"), attempt, { type: "model_asked", key: "k" });
  screen()?.think("First the greeter");
  for (let piece = 1; piece <= 20; piece++) {
    screen()?.answer(piece * 400);
    vi.advanceTimersByTime(1000);
  }
  expect(terminal.lines()[1]).toMatch(/^ {2}answering: about 2\.0k tokens so far, 10\d\/s$/);
  happen({ type: "model_retried", key: "k", reason: "the server answers 429", wait_ms: 0 });
  vi.advanceTimersByTime(1000);
  expect(terminal.lines()[1]).toBe("  asking again");
});

it("gives up if it fails: the run continues, and the user is told once", () => {
  const { terminal, view, happen, screen } = openOn(80, 24, ["One"]);
  happen(start("WO-01"), { type: "command_started", phase: "verify", index: 0, command: "true" });
  view.output?.(() => {
    throw new Error("odd\u001b[2Joutput");
  });
  // A timer draws it, where nobody would catch a fault.
  vi.advanceTimersByTime(1000);
  happen(start("WO-02"));
  view.output?.(() => "unseen");
  vi.advanceTimersByTime(1000);
  expect(screen()).toBeNull();
  view.close();
  const seen = terminal.lines().join("\n");
  expect(seen.match(/can no longer be shown, and continues \(odd output\)/g)).toHaveLength(1);
  expect(terminal.isCursorHidden()).toBe(false);
});

it("hears each of the orders that are open at once, and says whose a failure is", () => {
  const { terminal, view, screen } = openOn(60, 20, ["First", "Second"]);
  const told = (run_id: string, body: EventBody) =>
    view.event({ ...body, seq: 0, ts: new Date().toISOString(), run_id });
  told("S", {
    ...{ type: "schedule_started", format: 2, branch: "b", baseline: "", orders: [], skipped: [] },
    config: { jobs: 2 } as Extract<EventBody, { type: "schedule_started" }>["config"],
  });
  for (const [run, order] of [["A", "WO-01"] as const, ["B", "WO-02"] as const]) {
    told(run, start(order));
    told(run, attempt);
  }
  told("A", { type: "command_started", phase: "verify", index: 0, command: "make" });
  view.output?.(() => "ok 1", "WO-01");
  told("B", { type: "model_asked", key: "k" });
  screen()?.answer(400, "WO-02");
  vi.advanceTimersByTime(500);
  expect(terminal.lines()).toEqual([
    ...["▸ WO-01  Do WO-01, as it is told  1/5  0:00", "  ok 1"],
    ...["▸ WO-02  Do WO-02, as it is told  1/5  0:00", "  answering: about 100 tokens so far"],
    "0 of 2 done  0:00  next to land WO-01",
  ]);
  const brief = { stage: "verify_failed", command: "make", exit_code: 2, constraints_reminder: "" } as const;
  told("A", {
    ...{ type: "attempt_failed", attempt: 1, touched_files: [], duration_ms: 1000 },
    brief: { ...brief, primary_error_excerpt: "it broke" },
  });
  vi.advanceTimersByTime(500);
  expect(terminal.lines()[0]).toContain("WO-01 attempt 1 failed: verify_failed");
  expect(terminal.lines().join("\n")).toContain("answering: about 100 tokens so far");
});

it("leaves of a build what it learned above its milestones", () => {
  const { terminal, view, happen } = openOn(100, 60, "build");
  // Drawn after each event, so that what stays above is printed over views of every height.
  for (const body of BUILD_JOURNAL) {
    happen(body);
    vi.advanceTimersByTime(130);
  }
  expect(terminal.lines()).toEqual([
    "  scope by the model: 3 milestones",
    "    M1  A user can add an article to the stock and see it in the list.",
    "    M2  A user can sell an article, and the stock becomes less.",
    "    M3  A user can print what was sold on a day.",
    "  window 1 for M1: 2 orders planned",
    "    WO-01  Keep articles",
    "    WO-02  List articles",
    "  window 1: 2 of 2 orders landed",
    "  examined 12 of 12",
    "  window 2 for M2: 3 orders planned",
    "    WO-03  Count the stock",
    "    WO-04  Sell an article",
    "    WO-05  Refuse what is not there",
    "  note dropped: the list prints to stdout",
    "    WO-03 reads the file itself",
    "  window 2: 1 of 3 orders landed",
    "  WO-04 failed (acceptance_failed)",
    "    sell.js: no such article",
    "  window 3 for M2: 0 orders planned",
    "  WO-04 is given up",
    "    Articles have no number to sell by. (WO-03)",
    "  assessment 1: rescope",
    "    Sales need names, not numbers. (WO-03, WO-04)",
    "  scope by the assessment: 3 milestones",
    "    M1  A user can add an article to the stock and see it in the list.",
    "    M2  A user can sell an article by its name, and the stock becomes less.",
    "    M3  A user can print what was sold on a day.",
    "  window 4 for M2: 1 order planned",
    "    WO-06  Sell by name",
    "done     M1  A user can add an article to the stock and see it in the list.",
    "current  M2  A user can sell an article by its name, and the stock becomes less.",
    "next     M3  A user can print what was sold on a day.",
    "  WO-06  Sell by name",
    "1 of 3 milestones, 3 orders  0:03  $0.03  1.5k tokens in, 150 out",
  ]);
  view.close();
});
