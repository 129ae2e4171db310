import {
  type Diagnostic,
  EXIT,
  harmlessJsonPieces,
  type JsonValue,
  type Refusal,
  type RunVerdict,
} from "@llmch/contract";
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

/** What a run-all says of each order's run. */
export interface RunEntry {
  readonly run_id: string;
  readonly work_order_id: string;
  readonly verdict: RunVerdict;
  readonly attempts: number;
  readonly commit: string | null;
  readonly artifacts: string;
}

export type OutcomeError = Refusal | Diagnostic | { readonly code: string; readonly message: string };

/** How a command ended: what its exit code, its verdict line and its JSON document are made from. */
export interface Outcome {
  readonly exitCode: number;
  readonly verdict: RunVerdict | "REFUSED";
  /** Lines for stdout that are the result itself; the verdict's own line comes last. */
  readonly lines: readonly string[];
  /** What a person may do next, below the verdict. */
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

/** What of it is told, with its members made. */
export type Told = Omit<Outcome, "extra"> & { readonly extra?: Members };

/** What is made only where it is asked for may be large. */
type Members = Readonly<Record<string, JsonValue | RunStory>>;

/** A command that only tells: the lines are its result, the members what its document has besides. */
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

/** A signal came before there was a run, or where nothing but the signal is to be told. */
export const INTERRUPTED: Outcome = {
  exitCode: EXIT.interrupted,
  verdict: "ERROR",
  lines: ["INTERRUPTED"],
  errors: [{ code: "interrupted", message: "interrupted" }],
};

/** The one JSON document of `--json` (contract §1), in pieces. */
export const resultDocument = (command: CommandName | null, outcome: Told, durationMs: number): Iterable<string> => {
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
  return harmlessJsonPieces(document);
};
