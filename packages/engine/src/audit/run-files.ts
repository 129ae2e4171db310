import { join } from "node:path";
import type { RunEvent, RunKind } from "@llmch/contract";
import type { JournalFault } from "@llmch/contract/journals";
import { checkSeal, type SealCheck } from "@llmch/store";
import { readStoredRun } from "@llmch/store/journals";
import { type Audit, type Finding, fault, findings, joined, warning } from "./finding.ts";

/** The readable parts of a run's directory. */
export interface RunFiles {
  readonly audit: Audit;
  readonly directory: string;
  /** The directory's name below the artifacts root, which findings start with. */
  readonly where: string;
  /** Empty if the journal cannot be used. */
  readonly events: readonly RunEvent[];
  /** `older` is a run made before journals were chained. */
  readonly state: "finished" | "unfinished" | "older" | "damaged";
  /** The head of the seal, if there is one. */
  readonly head: string | null;
}

/** Checks what every run has: its journal and its seal. */
export const auditRunFiles = async (root: string, kind: RunKind, runId: string): Promise<RunFiles> => {
  const directory = join(root, kind, runId);
  const where = `${kind}/${runId}`;
  const base = { directory, where, events: [], head: null };
  const stored = await readStoredRun(root, kind, runId);
  const seal = await checkSeal(directory);
  const head = seal.kind === "read" ? seal.head : null;
  if (stored.ok) {
    const { events } = stored.value.journal;
    const foreign = events.find((event) => event.run_id !== runId);
    const moved = foreign === undefined ? [] : [fault("journal", where, `its journal is that of ${foreign.run_id}`)];
    if (!isFinished(events)) {
      const audit = joined(findings(...moved, ...sealedBefore(where, seal, events)), unfinished(runId, events));
      return { ...base, events, state: "unfinished", audit };
    }
    const audit = joined(findings(...moved), auditSeal(where, seal, events));
    return { ...base, events, state: "finished", head, audit };
  }
  const [issue] = stored.issues;
  if (issue.kind === "older-format") {
    const what = "made before journals were chained: only its commit can be checked";
    return { ...base, state: "older", audit: findings(warning("not-checked", where, what)) };
  }
  if (issue.kind === "empty" && seal.kind === "none") {
    return { ...base, state: "unfinished", audit: unfinished(runId, []) };
  }
  const audit = joined(findings(journalFault(where, issue)), auditSeal(where, seal, []));
  return { ...base, state: "damaged", head, audit };
};

/** True if a run's last session finished. */
const isFinished = (events: readonly RunEvent[]): boolean =>
  events.findLast(({ type }) => type === "run_finished" || type === "resumed")?.type === "run_finished";

/** Only a run that ended is sealed. A resumed run records that before it removes its seal. */
const sealedBefore = (where: string, { kind }: SealCheck, events: readonly RunEvent[]): readonly Finding[] =>
  kind === "none" || events.at(-1)?.type === "resumed"
    ? []
    : [fault("journal", `${where}/events.jsonl`, "it ends before the run did, for the run was sealed")];

const unfinished = (runId: string, events: readonly RunEvent[]): Audit => {
  const [first] = events;
  const whole = first?.type === "order_started" && first.schedule !== null ? first.schedule : runId;
  const what =
    first === undefined
      ? "it ended before anything was begun"
      : `broken off, or still running: \`llmch resume ${whole}\` continues it`;
  return { ...findings(), unfinished: [{ runId, what }] };
};

const journalFault = (where: string, { kind, message, line }: JournalFault): Finding =>
  kind === "newer-format"
    ? fault("journal", where, `made by a newer llmch, which can audit it: ${message}`)
    : fault("journal", `${where}/events.jsonl:${line}`, message);

/** What the seal of a finished run shows. */
const auditSeal = (where: string, seal: SealCheck, events: readonly RunEvent[]): Audit => {
  switch (seal.kind) {
    case "none":
      return findings(noSeal(where, seal, events));
    case "damaged":
      return findings(fault("seal", `${where}/seal.json`, seal.why));
    case "read": {
      const differences = seal.differences.map(({ path, kind }) =>
        fault(`file-${kind}`, `${where}/${path}`, DIFFERENCES[kind]),
      );
      const others = seal.others.map(({ path, why }) => fault("file-added", `${where}/${path}`, why));
      return { ...findings(...differences, ...others), files: seal.whole };
    }
  }
};

const DIFFERENCES = {
  changed: "changed since the run ended",
  missing: "was there when the run ended",
  added: "was not there when the run ended",
} as const;

/** A run has no seal if it was killed as it ended, or if its disk had no room for one; then nobody removed it. */
const noSeal = (where: string, { isOpen }: { readonly isOpen: boolean }, events: readonly RunEvent[]): Finding => {
  const isSaid = events.at(-1)?.type === "warning";
  return isOpen || isSaid
    ? warning("not-checked", where, "its files were not sealed as it ended: nobody knows what they were")
    : fault("seal", `${where}/seal.json`, "it is missing");
};
