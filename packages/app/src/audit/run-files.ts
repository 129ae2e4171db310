import { join } from "node:path";
import type { RunEvent, RunKind } from "@llmch/contract";
import { checkSeal, type SealCheck } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { type Audit, type Finding, fault, findings, joined, warning } from "./finding.ts";

/** A run according to its own files. */
export interface RunFiles {
  readonly audit: Audit;
  readonly runId: string;
  readonly directory: string;
  /** The directory's name below the artifacts root, which findings start with. */
  readonly where: string;
  /** Empty if the journal cannot be used. */
  readonly events: readonly RunEvent[];
  readonly state: "finished" | "unfinished" | "unreadable";
  /** The head of the seal, if there is one. */
  readonly head: string | null;
}

/** Checks a run's journal, line by line, and its files against its seal. */
export const auditRunFiles = async (root: string, kind: RunKind, runId: string): Promise<RunFiles> => {
  const directory = join(root, kind, runId);
  const where = `${kind}/${runId}`;
  const base = { runId, directory, where, events: [] };
  const stored = await readStoredRun(root, kind, runId);
  const seal = await checkSeal(directory);
  const head = seal.kind === "read" ? seal.head : null;
  if (stored.ok) {
    const { events } = stored.value.journal;
    const foreign = events.find((event) => event.run_id !== runId);
    const moved = foreign === undefined ? [] : [fault("journal", where, `its journal is that of ${foreign.run_id}`)];
    const isDone = isFinished(events);
    const rest = isDone
      ? auditSeal(where, seal, events)
      : joined(findings(...sealedBefore(where, seal, events)), unfinished(runId, events));
    const state = isDone ? "finished" : "unfinished";
    return { ...base, events, state, head, audit: joined(findings(...moved), rest) };
  }
  const [{ kind: issue, line, message }] = stored.issues;
  if (issue === "empty" && seal.kind === "none")
    return { ...base, head, state: "unfinished", audit: unfinished(runId, []) };
  const damaged = fault("journal", `${where}/events.jsonl:${line}`, message);
  return { ...base, head, state: "unreadable", audit: joined(findings(damaged), auditSeal(where, seal, [])) };
};

/** True if a run's last session finished. */
const isFinished = (events: readonly RunEvent[]): boolean =>
  events.findLast(({ type }) => type === "run_finished" || type === "resumed")?.type === "run_finished";

/** Only a run that ended is sealed. A resumed run records that before it removes its seal. */
const sealedBefore = (where: string, { kind }: SealCheck, events: readonly RunEvent[]): readonly Finding[] =>
  kind === "none" || events.at(-1)?.type === "resumed"
    ? []
    : [fault("journal", `${where}/events.jsonl`, "it ends before the run did: the run was sealed")];

const unfinished = (runId: string, events: readonly RunEvent[]): Audit => {
  const [first] = events;
  const whole = first?.type === "order_started" && first.schedule !== null ? first.schedule : runId;
  const what =
    first === undefined
      ? "it ended before anything was begun"
      : `broken off, or still running: \`llmch resume ${whole}\` continues it`;
  return { ...findings(), unfinished: [{ runId, what }] };
};

/** What the seal of a finished run shows. */
const auditSeal = (where: string, seal: SealCheck, events: readonly RunEvent[]): Audit => {
  switch (seal.kind) {
    case "none": {
      // A run has no seal if it was killed as it ended, or if its disk had no room for one; then nobody removed it.
      const isExcused = seal.isOpen || events.at(-1)?.type === "warning";
      return isExcused
        ? findings(warning("not-checked", where, "it ended without a seal, so its files cannot be checked"))
        : findings(fault("seal", `${where}/seal.json`, "it is missing"));
    }
    case "damaged":
      return findings(fault("seal", `${where}/seal.json`, seal.why));
    case "read": {
      const differences = seal.differences.map(({ path, kind }) =>
        fault("seal", `${where}/${path}`, DIFFERENCES[kind]),
      );
      const others = seal.others.map(({ path, why }) => fault("seal", `${where}/${path}`, why));
      return { ...findings(...differences, ...others), files: seal.whole };
    }
  }
};

const DIFFERENCES = {
  changed: "changed since the run ended",
  missing: "was there when the run ended",
  added: "was not there when the run ended",
} as const;
