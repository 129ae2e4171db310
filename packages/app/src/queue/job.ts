import type { Need, RunKind, RunVerdict } from "@llmch/contract";
import { decideCommands, type NextCommand, type RunState, type Spending } from "@llmch/story";
import type { JsonObject } from "@llmch/text";
import type { OperationName } from "../operation-names.ts";
import type { OutcomeError } from "../outcome.ts";

/** A job of the queue: a run that was asked for, as it stands. */
export interface Job {
  /** The run's id. */
  readonly id: string;
  readonly kind: RunKind;
  readonly operation: OperationName;
  readonly request: JsonObject;
  /** What it is about, in one line: the spec's name or first words, the orders, the question. */
  readonly subject: string;
  /** Absolute; null for none. */
  readonly repo: string | null;
  /** The branch that it works on; null until that is known. */
  readonly branch: string | null;
  readonly state: RunState;
  /** Whether its branch was removed. */
  readonly discarded: boolean;
  /** Null until it has ended, and while it waits. */
  readonly verdict: RunVerdict | null;
  readonly exitCode: number | null;
  /** What it waits for a person to decide or answer. */
  readonly needs: readonly OpenNeed[];
  /** The commands that come next. */
  readonly next: readonly NextCommand[];
  /** Why it was refused, if nothing came of its request. */
  readonly errors: readonly OutcomeError[];
  /** The run that has its result: itself, or the plan that the same question gave before. */
  readonly result: string;
  readonly dedupKey: string | null;
  /** UTC. */
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly spending: Spending;
  /** How far it has come, in words: `3 of 8 orders`; null for nothing that can be counted. */
  readonly progress: string | null;
  /** When its folder was as it is shown, if it is carried out elsewhere; null for one of this machine. UTC. */
  readonly asOf: string | null;
}

/** What a run waits for, and the commands that decide it. */
export type OpenNeed = Need & { readonly commands: readonly string[] };

/** A run's needs with their commands. */
export const withCommands = (needs: readonly Need[], runId: string, store: string): readonly OpenNeed[] =>
  needs.map((need) => ({ ...need, commands: decideCommands(runId, need, store).map(({ command }) => command) }));
