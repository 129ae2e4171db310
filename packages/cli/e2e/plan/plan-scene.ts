import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { JsonObject } from "@llmch/text";
import { type Finished, type Invocation, llmch } from "../command-line.ts";

export const SPEC = "Build a small program in two parts.\n";

/** A folder with a spec and, if answers are given, a record of them; llmch runs in it as a process. */
export interface PlanScene {
  readonly root: string;
  /** Writes files, given as text, bytes, or a document that becomes JSON. */
  write(files: Readonly<Record<string, string | Uint8Array | object>>): void;
  /** A file's text; the path is relative to the scene. */
  read(path: string): string;
  json(path: string): JsonObject;
  /** Names in a folder, sorted; empty if there is no such folder. */
  names(path: string): readonly string[];
  llmch(argv: readonly string[], invocation?: Omit<Invocation, "cwd">): Promise<Finished>;
  /** `llmch plan` of the spec over the record. */
  replay(flags?: readonly string[], invocation?: Omit<Invocation, "cwd">): Promise<Finished>;
  /** `llmch check` of a target. */
  check(argv: readonly string[], invocation?: Omit<Invocation, "cwd">): Promise<Finished>;
  /** The folder of the only planner run. Throws if there is not exactly one. */
  run(): string;
}

const roots: string[] = [];
export const removePlanScenes = (): void => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
};

/** Sets up a scene, which is removed once the test file is done. Each answer is a text, or a document that becomes one. */
export const createPlanScene = (answers: readonly (string | object)[] = []): PlanScene => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "llmch-plan-")));
  roots.push(root);
  const write: PlanScene["write"] = (files) => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      const isPlain = typeof content === "string" || content instanceof Uint8Array;
      writeFileSync(join(root, path), isPlain ? content : JSON.stringify(content));
    }
  };
  write({ "spec.txt": SPEC, "exchanges.jsonl": recordOf(answers) });
  // No test may leave the key of its runs in the user's home.
  const start: PlanScene["llmch"] = (argv, invocation = {}) =>
    llmch(argv, {
      cwd: root,
      ...invocation,
      env: { XDG_STATE_HOME: join(tmpdir(), "llmch-test-state"), ...invocation.env },
    });
  const read: PlanScene["read"] = (path) => readFileSync(join(root, path), "utf8");
  const names: PlanScene["names"] = (path) => {
    try {
      return readdirSync(join(root, path)).sort();
    } catch {
      return [];
    }
  };
  return {
    root,
    write,
    read,
    json: (path) => JSON.parse(read(path)) as JsonObject,
    names,
    llmch: start,
    replay: (flags = [], invocation) =>
      start(["plan", "--spec", "spec.txt", "--replay", "exchanges.jsonl", ...flags], invocation),
    check: (argv, invocation) => start(["check", ...argv], invocation),
    run: () => {
      const runs = names("artifacts/planner");
      if (runs.length !== 1) throw new Error(`there are ${runs.length} runs`);
      return `artifacts/planner/${runs[0]}`;
    },
  };
};

/** Answers as people would write them by hand: only a key and a text. */
const recordOf = (answers: readonly (string | object)[]): string =>
  answers
    .map((answer) => (typeof answer === "string" ? answer : JSON.stringify(answer, null, 2)))
    .map((text, index) => `${JSON.stringify({ key: `plan/attempt-${index + 1}`, response: { text } })}\n`)
    .join("");
