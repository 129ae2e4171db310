import {
  type AcceptedChange,
  type Placeholders,
  type Proposal,
  type Round,
  roundFolder,
  type Stage,
} from "@llmch/contract";
import { firstCharacters } from "@llmch/text";
import { briefOf } from "../job/brief.ts";
import { type GateOutcome, open, shut } from "../job/gate-outcome.ts";
import type { OrderJob } from "../job/order-job.ts";
import type { Ports } from "../job/ports.ts";
import { fileTable } from "../prompt/listed-files.ts";
import type { MadeFiles } from "../prompt/made-file.ts";
import type { OrderFile } from "../prompt/order-files.ts";
import { validateProposal } from "./validate.ts";

/** A proposal, and what its author was shown. */
export interface ShownProposal {
  readonly proposal: Proposal;
  readonly files: readonly OrderFile[];
  /** The last answer's file contents that this one may build on. */
  readonly made: MadeFiles;
  /** The placeholders that the model saw instead of secrets. */
  readonly placeholders: Placeholders;
}

/** The gate before anything is written (contract §5.2, §9). Records a refusal in `write_result.json`. */
export const judgeProposal = async (
  job: OrderJob,
  at: Round,
  { proposal, files, made, placeholders }: ShownProposal,
  { ledger }: Ports,
): Promise<GateOutcome<readonly AcceptedChange[]>> => {
  const verdict = validateProposal(job.order, proposal, files, job.settings, made, placeholders);
  if (verdict.ok && verdict.isEmpty) {
    if (!job.mayBeEmpty(at.attempt)) {
      await ledger.record(`${roundFolder(at)}/write_result.json`, { ok: false, written: [], faults: [NOTHING] });
      return shut(briefOf("llm_output_invalid", job, NOTHING));
    }
    await ledger.emit({ type: "warning", message: "the answer changes nothing, so the commit is empty" });
  }
  if (verdict.ok) return open(verdict.changes);
  await ledger.record(`${roundFolder(at)}/write_result.json`, { ok: false, written: [], faults: verdict.faults });
  const faults = verdict.faults.join("\n");
  const isOfHashes = verdict.stage === "stale_context" && !verdict.isOfEdits;
  const reason = isOfHashes ? staleReason(verdict.faults, files, job) : faults;
  return shut(briefOf(verdict.stage, job, reason));
};

const NOTHING =
  "the answer changes nothing: every file that it writes would be as it is (--allow-empty takes such an answer)";

/**
 * Says what is wrong, for a person, then lists the hashes that the next attempt needs, because the end of a long excerpt is cut.
 * The first fault quotes the model's supposed hash, and gets three twentieths of the room.
 */
const staleReason = (
  [first = "", ...rest]: readonly string[],
  files: readonly OrderFile[],
  { settings }: OrderJob,
): string => {
  const table = fileTable(
    files.filter(({ allowed }) => allowed),
    settings,
  );
  return [
    firstCharacters(first, Math.floor((3 * settings.excerptCharacters) / 20)),
    `the files stand so:\n\n${table}`,
    ...rest,
  ].join("\n\n");
};

/** Applies the accepted changes one by one (contract §5.3). Stops at the first failure, without a retry. */
export const applyChanges = async (
  job: OrderJob,
  at: Round,
  changes: readonly AcceptedChange[],
  { ledger, workspace }: Ports,
): Promise<GateOutcome<null>> => {
  const written: string[] = [];
  const refuse = async (stage: Stage, faults: readonly string[]): Promise<GateOutcome<null>> => {
    await ledger.record(`${roundFolder(at)}/write_result.json`, { ok: false, written, faults });
    return shut(briefOf(stage, job, faults.join("\n")));
  };
  for (const change of changes) {
    const outcome = await workspace.apply(change);
    if (!outcome.ok) return refuse("write_failed", outcome.issues);
    written.push(change.path);
  }
  // The answer's own .gitattributes may have caused it, so another answer can help.
  const converted = await workspace.conversionOf(changes);
  if (converted !== null) return refuse("write_scope_violation", [converted]);
  await ledger.record(`${roundFolder(at)}/write_result.json`, { ok: true, written, faults: [] });
  return open(null);
};
