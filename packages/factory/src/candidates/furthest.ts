import { counted, type FailureBrief, type Stage } from "@llmch/contract";
import type { OrderJob } from "../order-job.ts";
import type { Ports } from "../ports.ts";
import type { Failed } from "./candidate-end.ts";

/** Stages at which no answer was given. */
const SILENT: readonly Stage[] = ["model_unavailable", "exception"];

/** Stages by how far a candidate got, earliest first. `preflight` comes last: no candidate can help it. */
const ORDER: readonly (readonly Stage[])[] = [
  SILENT,
  ["stuck"],
  ["llm_output_invalid"],
  ["objected"],
  ["write_scope_violation"],
  ["stale_context"],
  ["write_failed"],
  ["verify_failed"],
  ["acceptance_failed"],
  ["preflight"],
];

const reachOf = ({ outcome }: Failed): number => ORDER.findIndex((stages) => stages.includes(outcome.brief.stage));

/** The candidate that got furthest; the first on a tie. Throws if there are none. */
export const furthest = (failed: readonly Failed[]): Failed => {
  const [first, ...others] = failed;
  if (first === undefined) throw new Error("an attempt without candidates");
  return others.reduce((best, each) => (reachOf(each) > reachOf(best) ? each : best), first);
};

/** The candidate's brief, with a line about the others. */
export const withOthers = (told: Failed, failed: readonly Failed[]): FailureBrief => {
  const stages = failed.filter((each) => each !== told).map(({ outcome }) => outcome.brief.stage);
  const inWords = [...new Set(stages)].map((stage) => `${stages.filter((each) => each === stage).length} at ${stage}`);
  const others = `of ${counted(failed.length, "candidate")} this one came furthest; the others failed: ${inWords.join(", ")}`;
  return { ...told.outcome.brief, others };
};

/** Warns about candidates that got no answer; the attempt continues without them. */
export const warnOfSilent = async (
  { order }: OrderJob,
  failed: readonly Failed[],
  { ledger }: Pick<Ports, "ledger">,
): Promise<void> => {
  for (const { candidate, outcome } of failed) {
    const { stage, primary_error_excerpt: why } = outcome.brief;
    if (!SILENT.includes(stage)) continue;
    await ledger.emit({ type: "warning", message: `candidate ${candidate} of ${order.id} got no answer: ${why}` });
  }
};
