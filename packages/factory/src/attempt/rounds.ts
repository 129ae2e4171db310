import type { AcceptedChange, Round } from "@llmch/contract";
import { type Making, makeFiles, makingOf } from "../derived/make-files.ts";
import type { GateOutcome } from "../job/gate-outcome.ts";
import type { OrderJob } from "../job/order-job.ts";
import type { Ports } from "../job/ports.ts";
import { applyChanges, judgeProposal } from "../proposal/write.ts";
import type { Before } from "../propose/opening.ts";
import type { Proposed } from "../propose/propose.ts";
import { standingFiles } from "../review/changed-files.ts";
import { reviewCandidate } from "../review/review-candidate.ts";
import { startHashes } from "../verification/conditions.ts";
import { acceptOrder, tryAcceptance, verifyRepo } from "../verification/gates.ts";
import { type AttemptOutcome, closed } from "./outcome.ts";
import { stepper } from "./step.ts";

/**
 * Takes a proposal through validate → apply → derive (if anything is to be made) → verify → accept → review (if there is a
 * reviewer) (contract §5, §9). Blocking review notes go back to its author, whose next proposal takes the same path: a round.
 * @param first the first round's proposal, or why there is none
 */
export const judgeRounds = async (
  job: OrderJob,
  attempt: number,
  first: GateOutcome<Proposed>,
  before: Before,
  ports: Ports,
): Promise<AttemptOutcome> => {
  const earlier: string[] = [];
  let proposed = first;
  for (let round = 1; ; round++) {
    const at = { attempt, round };
    const step = stepper(at, ports);
    if (proposed.kind !== "open") return closed(proposed, null, []);
    const { value } = proposed;
    const { answer, proposal, placeholders, again } = value;

    const judged = await step("validate", () => judgeProposal(job, at, value, ports));
    if (judged.kind !== "open") return closed(judged, answer, []);

    const making = makingOf(job, judged.value);
    if (job.early?.wantsVerdict() === false) return { kind: "answered" };
    await ports.places?.toBase();
    const { review } = job;
    const { reviewer } = ports;
    const isReviewed = review !== undefined && reviewer !== undefined && before.course.review !== false;
    const standing = isReviewed ? await standingFiles(judged.value, ports.workspace) : null;
    const work = { before, answer, summary: proposal.summary, changes: judged.value, making };
    const passed = await runGates(job, at, work, ports);
    if (passed.kind !== "passed" || standing === null || !isReviewed) return passed;

    const shown = { before: standing, placeholders, earlier, leavesDependencies: passed.isMade };
    const reviewed = await step("review", () =>
      reviewCandidate(job, review, at, { ...passed, ...shown }, { ...ports, reviewer }),
    );
    const touched = judged.value.map(({ path }) => path);
    if (reviewed.kind !== "open") return closed(reviewed, answer, touched);
    const { blocking, drift } = reviewed.value;
    if (blocking === null) return { ...passed, drift: [...new Set([...passed.drift, ...drift])] };
    earlier.push(blocking);
    await ports.workspace.reset();
    await ports.places?.toView();
    proposed = await stepper({ ...at, round: round + 1 }, ports)("propose", () => again(blocking));
  }
};

interface Judged {
  readonly before: Before;
  readonly answer: string;
  readonly summary: string;
  readonly changes: readonly AcceptedChange[];
  readonly making: Making | null;
}

/** Applies a proposal to the worktree, and runs the gates that judge it. */
const runGates = async (
  job: OrderJob,
  at: Round,
  { before, answer, summary, changes: proposedChanges, making }: Judged,
  ports: Ports,
): Promise<AttemptOutcome> => {
  const step = stepper(at, ports);
  const touched = proposedChanges.map(({ path }) => path);
  const start = await startHashes(job.order, ports.workspace);
  const applied = await step("apply", async () => {
    const fit = await before.start.fit();
    return fit.kind === "open" ? applyChanges(job, at, proposedChanges, ports) : fit;
  });
  if (applied.kind !== "open") return closed(applied, answer, touched);
  const derived =
    making === null
      ? nothingDerived(proposedChanges)
      : await step("derive", () => makeFiles(job, at, making, proposedChanges, ports));
  if (derived.kind !== "open") return closed(derived, answer, touched);
  const { changes, paths, drift } = derived.value;
  const verified = await step("verify", async () => {
    const fit = await before.start.fit();
    if (fit.kind !== "open") return fit;
    const gate = await verifyRepo(job, at, ports, {
      known: fit.value,
      changes,
      leavesDependencies: making !== null,
    });
    // A command that hung once would hang again.
    if (gate.kind !== "shut" || gate.brief.exit_code === null) return gate;
    const acceptance = await tryAcceptance(job, at, start, ports);
    return acceptance == null ? gate : { ...gate, brief: { ...gate.brief, acceptance } };
  });
  if (verified.kind !== "open") return closed(verified, answer, touched);
  const accepted = await step("accept", () => acceptOrder(job, at, start, ports));
  if (accepted.kind !== "open") return closed(accepted, answer, touched);
  const isMade = making !== null;
  return { kind: "passed", changes, derived: paths, drift, summary, verified: verified.value, isMade };
};

const nothingDerived = (changes: readonly AcceptedChange[]) =>
  ({ kind: "open", value: { changes, paths: [], drift: [] }, detail: null }) as const;
