import type { JsonObject } from "@llmch/text";
import { sampleOrder } from "../plan/sample-plan.ts";
import { createScene, readJsonFile, readJsonLines, type Scene, UNISOLATED, writeFiles } from "../scene.ts";

/** Each sentence is a milestone. */
export const SENTENCES = ["The program must greet its user.", "The program must say goodbye."] as const;

/** A milestone that is reached once a file is there. */
export const milestone = (number: number, path: string, sentence = SENTENCES[number - 1]) => ({
  id: `M${number}`,
  outcome: `A user can run ${path}.`,
  fulfils: sentence === undefined ? [] : [sentence],
  acceptance: [{ command: `node ${path}`, hidden: false }],
  area: path,
});

export const scopeOf = (...milestones: readonly ReturnType<typeof milestone>[]): string =>
  JSON.stringify({
    remit: { what: "A small program.", for_whom: "People who like to be greeted.", what_not: [] },
    ...{ assumptions: [], milestones, questions: null },
  });

export const SCOPE = scopeOf(milestone(1, "greet.js"), milestone(2, "bye.js"));

/** An order that writes one file, which its acceptance runs. */
export const order = (number: number, path: string): JsonObject =>
  sampleOrder(number, {
    preconditions: [{ kind: "file_absent", path }],
    postconditions: [{ kind: "file_exists", path }],
    allowed_files: [path],
    acceptance_commands: [`node ${path}`],
  });

export const window = (orders: readonly JsonObject[], more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    ...{ system_overview: ["A small program."], verify_contract: null, work_orders: orders, questions: null },
    ...{ completes: true, notes: [], abort: null, ...more },
  });

export const assessment = (verdict: string, cites: readonly string[], more: object = {}): string =>
  JSON.stringify({ verdict, reasons: [{ text: `It is ${verdict}.`, cites }], milestones: null, ...more });

/** The answers to a whole build of two milestones, which nobody examines. */
export const twoMilestones = (scene: Scene): Readonly<Record<string, string>> => ({
  "scope/attempt-1": SCOPE,
  "window-01/plan/attempt-1": window([order(1, "greet.js")], {
    notes: [{ before: null, now: "greet.js prints", why: "" }],
  }),
  "window-01/WO-01/attempt-1": scene.answer({ "greet.js": "console.log('hello');\n" }),
  "window-02/plan/attempt-1": window([order(2, "bye.js")], {
    notes: [{ before: "greet.js prints", now: null, why: "greeting is done" }],
  }),
  "window-02/WO-02/attempt-1": scene.answer({ "bye.js": "console.log('goodbye');\n" }),
});

/** The same with a first window that claims too much, and is assessed so; the second makes up for it. */
export const claimedTooEarly = (scene: Scene, said: string): Readonly<Record<string, string>> => ({
  "scope/attempt-1": SCOPE,
  "window-01/plan/attempt-1": window([order(1, "words.js")]),
  "window-01/WO-01/attempt-1": scene.answer({ "words.js": "export const hello = 'hello';\n" }),
  "window-01/assessment/attempt-1": said,
  "window-02/plan/attempt-1": window([order(2, "greet.js")]),
  "window-02/WO-02/attempt-1": scene.answer({ "greet.js": "console.log('hello');\n" }),
  "window-03/plan/attempt-1": window([order(3, "bye.js")]),
  "window-03/WO-03/attempt-1": scene.answer({ "bye.js": "console.log('goodbye');\n" }),
});

/** A repo, a spec of two sentences, and the answers to its build. */
export const buildScene = (
  answers: (scene: Scene) => Readonly<Record<string, string>> = twoMilestones,
  options: Parameters<typeof createScene>[0] = {},
): Scene => {
  const scene = createScene({ own: UNISOLATED, ...options });
  writeFiles(scene.root, { "spec.txt": `${SENTENCES.join(" ")}\n` });
  scene.answers(answers(scene));
  return scene;
};

/** `llmch build` of the spec with a scope, over the record. */
export const build = (scene: Scene, flags: readonly string[] = [], invocation: Parameters<Scene["llmch"]>[1] = {}) =>
  scene.llmch(["build", "spec.txt", "--repo", "repo", ...recorded(scene), "--scope", "always", ...flags], invocation);

export const recorded = (scene: Scene): readonly string[] => [
  ...["--artifacts-dir", scene.artifacts, "--replay", scene.record],
];

/** The folder of the only build. */
export const buildOf = (scene: Scene): string => {
  // Beside it is the lock of a build that is at work.
  const [run, ...others] = scene.runs("build").filter((path) => /[0-9A-Z]{26}$/.test(path));
  if (run === undefined || others.length > 0) throw new Error("there is not one build");
  return run;
};

export const summaryOf = (scene: Scene) => readJsonFile(buildOf(scene), "run_summary.json");

/** The events of its journal. */
export const eventsOf = (scene: Scene): readonly Event[] =>
  readJsonLines(buildOf(scene), "events.jsonl") as unknown as readonly Event[];
type Event = Readonly<Record<string, unknown>> & { readonly type: string };
