import { type AcceptedChange, GATES, type Round } from "@llmch/contract";
import { type Making, makeFiles } from "../derived/make-files.ts";
import { briefOf } from "../job/brief.ts";
import { type GateOutcome, open } from "../job/gate-outcome.ts";
import type { OrderJob } from "../job/order-job.ts";
import type { TestsKept, Verified } from "../job/outcome.ts";
import type { Ports } from "../job/ports.ts";
import { applyChanges } from "../proposal/write.ts";
import type { Before } from "../propose/opening.ts";
import type { Proposed } from "../propose/propose.ts";
import type { StandingFiles } from "../review/changed-files.ts";
import { reviewCandidate } from "../review/review-candidate.ts";
import { acceptOrder } from "../verification/accept.ts";
import type { StartHashes } from "../verification/conditions.ts";
import type { KnownStart } from "../verification/tests-ran.ts";
import { verifyRepo } from "../verification/verify.ts";
import { stepper } from "./step.ts";

/** A judged proposal on its way through the gates: each adds what it found. */
export interface Work {
  readonly at: Round;
  readonly before: Before;
  readonly proposed: Proposed;
  /** The commands that make or fix files, once the proposal is written; null if there are none. */
  readonly making: Making | null;
  /** What is known of the tree before the order, once it is known that work on it can be judged. */
  readonly known: KnownStart;
  /** The hashes of files that must stay as they are. */
  readonly start: StartHashes;
  /** The files that it may change, as they were. */
  readonly standing: StandingFiles;
  /** Those of the proposal alone, for its review; null if there is none. */
  readonly reviewed: StandingFiles | null;
  /** The blocking notes of the attempt's earlier rounds. */
  readonly earlier: readonly string[];
  /** What would be committed: the proposal's changes, then also the files that commands made. */
  readonly changes: readonly AcceptedChange[];
  /** The paths among the changes that commands made. */
  readonly derived: readonly string[];
  /** Other paths that commands changed; they were put back. */
  readonly drift: readonly string[];
  readonly verified: Verified;
  readonly tests: TestsKept;
  /** The notes of a review that go back to the author; null if there are none. */
  readonly blocking: string | null;
}

/** What a gate does. Its name, sequence and what others tell of it are in the contract's catalogue. */
interface Gate {
  /** Whether the work must pass it; by default, all work. */
  isDue?(work: Work, ports: Ports): boolean;
  judge(work: Work, job: OrderJob, ports: Ports): Promise<GateOutcome<Partial<Work> | null>>;
}

/** The gates that a judged proposal passes in the worktree (contract §5, §9). */
const JUDGES: Readonly<Record<Exclude<(typeof GATES)[number]["step"], "propose" | "validate" | "finalize">, Gate>> = {
  apply: {
    judge: async ({ at, before, changes }, job, ports) => {
      const fit = await before.start.fit();
      if (fit.kind !== "open") return fit;
      const applied = await applyChanges(job, at, changes, ports);
      return applied.kind === "open" ? { ...applied, value: { known: fit.value } } : applied;
    },
  },
  derive: {
    isDue: ({ making }) => making !== null,
    judge: async ({ at, making, changes }, job, ports) =>
      makeFiles(job, at, making ?? { derives: [], fixes: [] }, changes, ports),
  },
  verify: { judge: (work, job, ports) => verifyRepo(job, work.at, ports, work) },
  accept: { judge: (work, job, ports) => acceptOrder(job, work.at, work, ports) },
  review: {
    isDue: ({ reviewed }) => reviewed !== null,
    judge: async ({ reviewed, proposed, ...work }, job, { reviewer, ...ports }) => {
      if (reviewed === null || job.review === undefined || reviewer === undefined) return open(null);
      const { placeholders, proposal } = proposed;
      const shown = { before: reviewed, placeholders, summary: proposal.summary };
      return reviewCandidate(job, job.review, work.at, { ...work, ...shown }, { ...ports, reviewer });
    },
  },
  approve: {
    isDue: ({ blocking }, { approve }) => approve !== undefined && blocking === null,
    judge: ({ changes }, job, ports) => approveWork(changes, job, ports),
  },
};

/** Has a person decide about work that passed every other gate. */
const approveWork = async (
  changes: readonly AcceptedChange[],
  job: OrderJob,
  { approve, workspace }: Ports,
): Promise<GateOutcome<null>> => {
  const sealed = await workspace.seal(changes);
  // Work that cannot be committed is told as such where it is sealed for its commit.
  const approval = sealed.ok ? ((await approve?.(sealed.value)) ?? APPROVED) : APPROVED;
  if (approval.kind === "waiting") return approval;
  if (approval.kind === "approved") return open(null);
  // Only words can be tried.
  const isLast = approval.text === null;
  return {
    kind: "shut",
    brief: briefOf("rejected", job, approval.text ?? "the user rejected it without a word"),
    isLast,
  };
};
const APPROVED = { kind: "approved" } as const;

/** Takes work through the gates in the catalogue's sequence, until one does not open. */
export const passGates = async (proposed: Work, job: OrderJob, ports: Ports): Promise<GateOutcome<Work>> => {
  const step = stepper(proposed.at, ports);
  let work = proposed;
  for (const { step: name } of GATES) {
    if (name === "propose" || name === "validate" || name === "finalize") continue;
    const { isDue, judge } = JUDGES[name];
    if (isDue?.(work, ports) === false) continue;
    const outcome = await step(name, () => judge(work, job, ports));
    if (outcome.kind !== "open") return outcome;
    const drift = [...new Set([...work.drift, ...(outcome.value?.drift ?? [])])];
    work = { ...work, ...outcome.value, drift };
  }
  return open(work);
};
