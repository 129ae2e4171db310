import type { EventBody } from "@llmch/contract";
import { advanceLive, type LiveState, liveState } from "@llmch/story/live";
import { BUILD_JOURNAL, eventsOfRun, runNumbered, WINDOW_JOURNAL } from "@llmch/testkit";
import pc from "picocolors";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { after, id, NOON, outline, started } from "./draw.fixture.ts";
import { type Canvas, drawLive, type Heard, totalsLine } from "./draw.ts";

const plain: Canvas = { columns: 100, rows: 24, now: NOON + 83_000, heard: new Map(), colors: pc.createColors(false) };
const heardOf = (line: Heard["line"], at = NOON) => new Map([["", { line, at }]]);

const verifying = (count: number, title = "Write part 2") =>
  after(
    liveState(outline(count), NOON),
    started("WO-02", title),
    { type: "attempt_started", attempt: 2, max_attempts: 5 },
    {
      type: "model_answered",
      key: "k",
      duration_ms: 1,
      usage: { input_tokens: 12_345, output_tokens: 678, cached_tokens: 0 },
      model: "m",
    },
    { type: "step_started", attempt: 2, step: "verify" },
    { type: "command_started", phase: "verify", index: 0, command: "bash scripts/verify.sh" },
  );

describe("the view", () => {
  it("shows what runs, what it does, what comes next, and totals", () => {
    expect(drawLive(verifying(4), plain)).toEqual([
      "▸ WO-02  Write part 2  attempt 2/5  verify  1:23  12.3k tokens in, 678 out",
      "  $ bash scripts/verify.sh",
      "  WO-03  Write part 3",
      "  WO-04  Write part 4",
      "0 of 4 done  1:23  12.3k tokens in, 678 out  1 done before",
    ]);
  });

  it("names a few of a long plan", () => {
    const lines = drawLive(verifying(99), plain);
    expect(lines.slice(2, -1)).toEqual([
      ...[3, 4, 5, 6, 7].map((number) => `  ${id(number)}  Write part ${number}`),
      "  … 92 more",
    ]);
  });

  it("cuts the title, then leaves out fields, if it is narrow", () => {
    const row = (columns: number) =>
      drawLive(verifying(2, "Rechne die Anteile – 残高を計算する 🧮"), { ...plain, columns })[0];
    expect(row(60)).toBe("▸ WO-02  Rechne die Anteile – 残高を計…  2/5  verify  1:23");
    expect(stringWidth(row(40) ?? "")).toBeLessThan(40);
    expect(row(40)).toMatch(/^▸ WO-02 {2}Rechne.*… {2}2\/5 {2}verify {2}1:23$/);
    expect(row(24)).toMatch(/^▸ WO-02 {2}Rechne.*…? {2}2\/5$/);
  });

  it.each<readonly [rows: number, lines: readonly RegExp[]]>([
    [6, [/^▸ WO-02/, /^ {2}\$ bash/, /^ {2}WO-03/, /^ {2}… 96 more/, /^0 of 99/]],
    [5, [/^▸ WO-02/, /^ {2}\$ bash/, /^ {2}… 97 more/, /^0 of 99/]],
    [4, [/^▸ WO-02/, /^ {2}\$ bash/, /^0 of 99/]],
    [2, [/^▸ WO-02/]],
    [1, []],
  ])("fits a screen of %d rows", (rows, wanted) => {
    const lines = drawLive(verifying(99), { ...plain, rows });
    expect(lines).toEqual(wanted.map((line) => expect.stringMatching(line)));
  });

  it("lets the line move: the end of a thought, the beginning of what a command prints, harmless", () => {
    const moving = (text: string, keep: "start" | "end") =>
      drawLive(verifying(1), { ...plain, columns: 20, heard: heardOf({ text, keep }) })[1];
    expect(moving("I think that this is how it goes", "end")).toBe("  …s is how it goes");
    expect(moving("ok 17 - every share adds up", "start")).toBe("  ok 17 - every sh…");
    expect(moving("a\u001b[2J\u202eb\u0007", "start")).toMatch(/^ {2}a +b$/);
  });

  it("shows a compile, and how its attempts were judged", () => {
    const judged = { code: "E103", wo_id: null, message: "", field: null } as const;
    const first = after(
      liveState({ kind: "plan" }, NOON),
      { type: "compile_attempt_started", attempt: 1, max_attempts: 5 },
      { type: "model_asked", key: "k" },
    );
    expect(drawLive(first, plain)).toEqual(["▸ attempt 1 of 5  1:23", "  asking the model", "no answer yet  1:23"]);
    const second = after(
      first,
      { type: "compile_attempt_judged", attempt: 1, errors: [judged, judged], warnings: [] },
      { type: "compile_attempt_started", attempt: 2, max_attempts: 5 },
      { type: "model_retried", key: "k", reason: "the server answers 429", wait_ms: 90_000 },
    );
    expect(drawLive(second, plain)).toEqual([
      "▸ attempt 2 of 5  1:23",
      "  the server answers 429; again in 9 s",
      "1 refused, 2 errors in the last  1:23",
    ]);
  });

  it("shows spending against its caps, and how long it may take", () => {
    const caps = { usd: 0.5, tokens: 50_000, minutes: 30 };
    expect(drawLive(verifying(4), { ...plain, columns: 120, caps }).at(-1)).toBe(
      "0 of 4 done  1:23 of 30:00  unknown of $0.50  13.0k of 50.0k tokens  12.3k tokens in, 678 out  1 done before",
    );
    const only = after(liveState(outline(1), NOON), started("WO-01", "One"));
    expect(drawLive(only, { ...plain, caps: { ...caps, tokens: null } }).at(-1)).toBe("1:23 of 30:00  $0.00 of $0.50");
    // What earlier sessions of the run took of them is not known here.
    const resumed = after(verifying(4), { type: "resumed", format: 2, from_seq: 7 });
    expect(totalsLine(resumed, NOON + 83_000, 120, caps)).toMatch(/^0 of 4 done {2}1:23 {2}12.3k tokens in/);
  });

  it("stops quoting after a long silence, and drops a reason to wait that has passed", () => {
    const asked = (...more: readonly EventBody[]) =>
      after(
        liveState(outline(1), NOON),
        started("WO-01", "One"),
        { type: "attempt_started", attempt: 1, max_attempts: 5 },
        { type: "model_asked", key: "k" },
        ...more,
      );
    const line = (state: LiveState, canvas: Partial<Canvas>) => drawLive(state, { ...plain, ...canvas })[1];
    const thought = { text: "First the greeter", keep: "end" } as const;
    expect(line(asked(), { heard: heardOf(thought), now: NOON + 119_000 })).toBe("  First the greeter");
    expect(line(asked(), { heard: heardOf(thought, NOON + 5000), now: NOON + 155_000 })).toBe(
      "  asking the model  silent for 2 min",
    );
    const retried = asked({ type: "model_retried", key: "k", reason: "the server answers 429", wait_ms: 9_000 });
    expect(line(retried, { now: NOON + 5000 })).toBe("  the server answers 429; again in 7 s");
    expect(line(retried, { now: NOON + 13_000 })).toBe("  asking again");
  });

  const several = (): LiveState => {
    const orders = [1, 2, 3, 4, 5].map((number) => ({
      ...{ order: id(number), title: `Write part ${number}`, skipped: false },
    }));
    const bodies: readonly (readonly [run: string, second: number, body: EventBody])[] = [
      ["A", 0, started("WO-01", "Write part 1")],
      ["B", 0, started("WO-02", "Write part 2")],
      ["B", 0, { type: "speculation_started", speculation: 1 }],
      ["C", 0, started("WO-03", "Write part 3")],
      ["C", 0, { type: "speculation_started", speculation: 1 }],
      ["A", 60, { type: "run_finished", verdict: "PASS", exit_code: 0, duration_ms: 1 }],
      ["B", 61, { type: "attempt_started", attempt: 1, max_attempts: 5, speculation: 1 }],
      ["B", 62, { type: "step_started", attempt: 1, step: "accept", speculation: 1 }],
      [
        ...(["B", 63] as const),
        { type: "step_finished", attempt: 1, step: "accept", ok: true, duration_ms: 1, detail: null, speculation: 1 },
      ],
      ["C", 64, { type: "attempt_started", attempt: 1, max_attempts: 5, speculation: 1 }],
      ["C", 65, { type: "step_started", attempt: 1, step: "propose", speculation: 1 }],
      ["C", 66, { type: "model_asked", key: "k" }],
    ];
    return bodies
      .map(([run_id, second, body], seq) => ({
        ...{ ...body, seq, run_id, ts: new Date(NOON + second * 1000).toISOString() },
      }))
      .reduce(advanceLive, liveState({ kind: "orders", orders, jobs: 3 }, NOON));
  };
  const lanes = new Map([
    ["WO-02", { line: { text: "said before", keep: "start" as const }, at: NOON }],
    ["WO-03", { line: { text: "answering: about 200 tokens so far", keep: "start" as const }, at: NOON + 82_000 }],
  ]);

  it("has a lane for each order that is open, and the next to land", () => {
    expect(drawLive(several(), { ...plain, heard: lanes })).toEqual([
      "▸ WO-02  Write part 2  attempt 1/5  ahead  accept  1:03",
      "  waits for its turn",
      "▸ WO-03  Write part 3  attempt 1/5  ahead  propose  1:23",
      "  answering: about 200 tokens so far",
      "  WO-04  Write part 4",
      "  WO-05  Write part 5",
      "1 of 5 done  1:23  next to land WO-02",
    ]);
  });

  it("has one line per lane if there is no room for two", () => {
    const small = { ...plain, heard: lanes, rows: 5, columns: 60 };
    expect(drawLive(several(), small)).toEqual([
      "▸ WO-02  Write part 2  1/5  ahead  accept  1:03",
      "▸ WO-03  Write part 3  1/5  ahead  propose  1:23",
      "  … 2 more",
      "1 of 5 done  1:23  next to land WO-02",
    ]);
    expect(drawLive(several(), { ...small, rows: 3 })).toHaveLength(2);
  });

  it("needs no totals for a single order", () => {
    expect(totalsLine(liveState(outline(1), NOON), NOON, 80)).toBe("");
    expect(drawLive(liveState(outline(1), NOON), plain)).toEqual(["  WO-01  Write part 1"]);
  });
});

describe("of a build", () => {
  const BUILD = runNumbered(1);
  const reach = (count: number) => BUILD_JOURNAL.slice(0, count);
  const at = (bodies: readonly EventBody[]) => {
    const own = eventsOfRun(BUILD, bodies);
    return own.reduce(advanceLive, liveState({ kind: "build", events: [] }, NOON));
  };
  const of = (type: EventBody["type"], nth = 1) =>
    BUILD_JOURNAL.flatMap((body, index) => (body.type === type ? [index + 1] : []))[nth - 1] ?? 0;
  const lines = (state: LiveState, canvas: Partial<Canvas> = {}) => drawLive(state, { ...plain, ...canvas });

  it("shows its own question, then the plan of a window, then its orders below the milestones", () => {
    expect(lines(at(reach(of("model_asked"))))).toEqual(["▸ scope  1:22", "  asking the model", "0 orders  1:23"]);
    const asked: EventBody = { type: "compile_attempt_started", attempt: 1, max_attempts: 3 };
    const planning = eventsOfRun(runNumbered(10), [asked]).reduce(advanceLive, at(reach(of("build_step_started"))));
    expect(lines(planning)).toEqual([
      "current  M1  A user can add an article to the stock and see it in the list.",
      "next     M2  A user can sell an article, and the stock becomes less.",
      "next     M3  A user can print what was sold on a day.",
      "▸ plan of window 1  attempt 1 of 3  1:23",
      "  ",
      "0 of 3 milestones, 0 orders  1:23  $0.01  500 tokens in, 50 out",
    ]);
    const working = eventsOfRun(runNumbered(41), WINDOW_JOURNAL({} as Parameters<typeof WINDOW_JOURNAL>[0])).reduce(
      advanceLive,
      at(BUILD_JOURNAL),
    );
    expect(lines(working, { caps: { usd: 5, tokens: null, minutes: null } })).toEqual([
      "done     M1  A user can add an article to the stock and see it in the list.",
      "current  M2  A user can sell an article by its name, and the stock becomes less.",
      "next     M3  A user can print what was sold on a day.",
      "▸ WO-06  Sell by name  1:22",
      "  ",
      "1 of 3 milestones, 3 orders  1:23  $0.03 of $5.00  1.5k tokens in, 150 out",
    ]);
    expect(lines(working, { rows: 4 })).toEqual([
      "▸ WO-06  Sell by name  1:22",
      "  ",
      expect.stringContaining("1 of 3"),
    ]);
  });

  it("begins with what earlier sessions came to", () => {
    const resumed = liveState({ kind: "build", events: eventsOfRun(BUILD, BUILD_JOURNAL) }, NOON);
    expect(lines(resumed)).toEqual([
      ...lines(at(BUILD_JOURNAL)).slice(0, -1),
      "1 of 3 milestones, 3 orders  1:23  $0.31  7.5k tokens in, 750 out",
    ]);
    expect(lines(resumed)).toContain("  WO-06  Sell by name");
  });
});
