import { candidateFolder, type EventBody, jsonObject } from "@llmch/contract";
import type { OrderJob } from "../order-job.ts";
import type { Ports } from "../ports.ts";
import type { CandidateEnd } from "./candidate-end.ts";
import type { Measured } from "./measure.ts";

interface Choice {
  readonly ends: readonly CandidateEnd[];
  /** Null if none passed; then `told` is the candidate whose failure is reported. */
  readonly chosen: number | null;
  readonly told: number | null;
  /** The candidates that were compared. */
  readonly measured: readonly Measured[];
}

/** Records how an attempt's candidates ended, the document before the event. */
export const tellCandidates = async (
  { candidates }: OrderJob,
  attempt: number,
  { ends, chosen, told, measured }: Choice,
  { ledger }: Pick<Ports, "ledger">,
): Promise<void> => {
  const of = ends.length;
  const which = ends.map((end) => endOf(end, measured));
  await ledger.record(`${candidateFolder({ attempt })}/candidates.json`, {
    ...{ of, candidate: chosen, brief_of: told },
    choose: candidates?.choose ?? "first",
    candidates: which.map((each, index) => {
      const outcome = ends[index]?.outcome;
      return { ...each, failure_brief: outcome?.kind === "failed" ? jsonObject(outcome.brief) : null };
    }),
  });
  await ledger.settle();
  await ledger.emit({ type: "candidates_judged", attempt, of, candidate: chosen, brief_of: told, ends: which });
};

type End = Extract<EventBody, { readonly type: "candidates_judged" }>["ends"][number];

const endOf = ({ candidate, outcome }: CandidateEnd, measured: readonly Measured[]): End => {
  if (outcome === null) return { candidate, end: "not_judged", stage: null, notes: null, lines: null };
  if (outcome.kind === "failed")
    return { candidate, end: "failed", stage: outcome.brief.stage, notes: null, lines: null };
  const lines = measured.find((each) => each.candidate === candidate)?.lines ?? null;
  return { candidate, end: "passed", stage: null, notes: outcome.notes, lines };
};
