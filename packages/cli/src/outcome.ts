import { type Diagnostic, EXIT, harmlessJson, type JsonValue, type Refusal, type RunVerdict } from "@llmch/contract";
import type { Located } from "@llmch/engine/text";
import type { RunStory } from "@llmch/story";

export const COMMAND_NAMES = [
  "plan",
  "plan show",
  "plan revise",
  "ask",
  "run",
  "run-all",
  "resume",
  "revise",
  "audit",
  "check",
  "runs",
  "discard",
  "show",
  "watch",
  "report",
  "graph",
  "explain",
  "doctor",
  "cost",
  "config",
  "config set",
  "config unset",
  "init",
  "schema",
  "completion",
] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

/** What a run-all reports of each order's run. */
export interface RunEntry {
  readonly run_id: string;
  readonly work_order_id: string;
  readonly verdict: RunVerdict;
  readonly attempts: number;
  readonly commit: string | null;
  readonly artifacts: string;
}

export type OutcomeError = Refusal | Diagnostic | { readonly code: string; readonly message: string };

/** How a command ended. Its exit code, its verdict line and its JSON document are made from this. */
export interface Outcome {
  readonly exitCode: number;
  readonly verdict: RunVerdict | "REFUSED";
  /** Lines for stdout: the result itself, then the verdict line. */
  readonly lines: readonly string[];
  /** What the user can do next, below the verdict. */
  readonly next?: readonly string[];
  readonly runId?: string | null;
  readonly runs?: readonly RunEntry[];
  readonly paths?: Readonly<Record<string, string>>;
  readonly counts?: Readonly<Record<string, number>>;
  readonly errors?: readonly OutcomeError[];
  readonly warnings?: readonly (Diagnostic | { readonly code: string; readonly message: string })[];
  /** The diagnostics with their places, for formats that show them. */
  readonly located?: readonly Located[];
  /** Members that only this command's document has. */
  readonly extra?: Members | (() => Members);
}

/** An outcome with its extra members computed. */
export type Told = Omit<Outcome, "extra"> & { readonly extra?: Members };

/** They may be large, so they are computed only if asked for. */
type Members = Readonly<Record<string, JsonValue | RunStory>>;

/** The outcome of a command that only prints: `lines` are its result, `extra` the document's further members. */
export const told = (lines: readonly string[], extra: Members): Outcome => ({
  exitCode: EXIT.ok,
  verdict: "PASS",
  lines,
  extra,
});

/** Nothing was made or spent: the refusals say why and what fixes it. */
export const refused = (errors: readonly OutcomeError[], exitCode: number = EXIT.failed): Outcome => ({
  exitCode,
  verdict: "REFUSED",
  lines: [],
  errors,
});

/** A signal came before there was a run, or there is nothing to report but the signal. */
export const INTERRUPTED: Outcome = {
  exitCode: EXIT.interrupted,
  verdict: "ERROR",
  lines: ["INTERRUPTED"],
  errors: [{ code: "interrupted", message: "interrupted" }],
};

/** The one JSON document of `--json` (contract §1). */
export const resultDocument = (command: CommandName | null, outcome: Told, durationMs: number): string => {
  const isSchedule = command === "run-all" || outcome.runs !== undefined;
  const runs = isSchedule ? { runs: outcome.runs ?? [] } : { run_id: outcome.runId ?? null };
  const document = {
    schema_version: 1,
    command,
    ok: outcome.exitCode === EXIT.ok,
    exit_code: outcome.exitCode,
    verdict: outcome.verdict,
    ...runs,
    paths: outcome.paths ?? {},
    counts: outcome.counts ?? {},
    duration_ms: Math.round(durationMs),
    errors: outcome.errors ?? [],
    warnings: outcome.warnings ?? [],
    ...outcome.extra,
  };
  return harmlessJson(JSON.stringify(document, null, 2));
};
