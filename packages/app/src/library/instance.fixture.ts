import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { RunEvent, WorkOrder } from "@llmch/contract";
import { answerOf, type ThrowawayRepo, throwawayRepo, workOrder } from "@llmch/testkit";
import { onTestFinished } from "vitest";
import { createLlmch, type Llmch, type LlmchOptions } from "./index.ts";

/** A real repo with recorded answers beside it, and instances for it. */
export interface InstanceScene {
  readonly repo: ThrowawayRepo;
  /** The folder around the repo: the instances' working directory. */
  readonly folder: string;
  /** What listeners were told, in order. */
  readonly events: RunEvent[];
  /** Settings that make the record answer. */
  readonly settings: { readonly factory: { readonly model: string }; readonly planner: { readonly model: string } };
  /** An instance for the repo that answers from the record. */
  llmch(options?: LlmchOptions): Llmch;
}

export const TEMPLATES = resolve(import.meta.dirname, "../../../../templates");

/** Sets up a scene; its repo is on another branch, so that only llmch moves `main`. Removed at the test's end. */
export const instanceScene = (answers: Readonly<Record<string, string>>): InstanceScene => {
  const repo = throwawayRepo({ "README.md": "# Target\n" });
  onTestFinished(() => repo.remove());
  const { folder } = repo;
  const lines = Object.entries(answers).map(([key, text]) => JSON.stringify({ key, response: { text } }));
  writeFileSync(join(folder, "answers.jsonl"), `${lines.join("\n")}\n`);
  const events: RunEvent[] = [];
  const settings = { factory: { model: "replay:answers.jsonl" }, planner: { model: "replay:answers.jsonl" } };
  const installation = { version: "1.2.3", templates: TEMPLATES, cwd: folder, env: repo.env };
  return {
    ...{ repo, folder, events, settings },
    llmch: (options = {}) =>
      createLlmch(installation, { repo: "repo", settings, onEvent: (event) => events.push(event), ...options }),
  };
};

/** An order for one new file, and the answer that writes it. */
export const orderFor = (number: number, path: string, changes: Partial<WorkOrder> = {}): WorkOrder =>
  workOrder({
    id: `WO-${String(number).padStart(2, "0")}`,
    title: `Write ${path}`,
    allowed_files: [path],
    acceptance_commands: [`test -s ${path}`],
    ...changes,
  });

export const writing = (path: string, text = "text\n"): string => answerOf({ [path]: text });

/** State of the whole process, which no instance may change. */
export const standingOfProcess = () => ({
  env: { ...process.env },
  exitCode: process.exitCode,
  cwd: process.cwd(),
  listeners: process.eventNames().map((name) => [String(name), process.listenerCount(name)]),
});
