import {
  type AcceptedChange,
  FINAL_STAGES,
  proposalDocument,
  type RepoPath,
  repoPath,
  type Stage,
} from "@llmch/contract";
import { canonicalJson, sha256Hex } from "@llmch/text";
import { type Making, makingOf } from "../derived/make-files.ts";
import type { GateOutcome } from "../job/gate-outcome.ts";
import type { OrderJob } from "../job/order-job.ts";
import type { Ports } from "../job/ports.ts";
import { judgeProposal } from "../proposal/write.ts";
import { withoutLastWords } from "../propose/executed-answer.ts";
import { type Before, openAttempt } from "../propose/opening.ts";
import { type Proposed, propose } from "../propose/propose.ts";
import { standingFiles } from "../review/changed-files.ts";
import { startHashes } from "../verification/conditions.ts";
import { NOTHING_CHANGED } from "../verification/tests-kept.ts";
import { NOTHING_KNOWN } from "../verification/tests-ran.ts";
import { passGates } from "./gates.ts";
import { type AttemptOutcome, closed } from "./outcome.ts";
import { stepper } from "./step.ts";

/**
 * One attempt up to the verdict: propose → validate → the gates in the worktree (contract §5, §9). Blocking notes of a review go back to
 * the author, whose next proposal takes the same path: a round. A divided order proposes what its children make. Changes only the
 * worktree: the caller commits, or goes back to the baseline.
 */
export const runAttempt = async (
  job: OrderJob,
  attempt: number,
  before: Before,
  ports: Ports,
): Promise<AttemptOutcome> => {
  const earlier: string[] = [];
  const first = await stepper({ attempt, round: 1 }, ports)("propose", () =>
    firstProposal(job, attempt, before, ports),
  );
  const children = first.kind === "open" ? first.value.children : undefined;
  let proposed: GateOutcome<Proposed> = first;
  for (let round = 1; ; round++) {
    const at = { attempt, round };
    if (proposed.kind !== "open") return refusedAnswer(proposed, round, before.course);
    const { value } = proposed;
    const { answer, proposal, again } = value;
    const judged = await stepper(at, ports)("validate", () => judgeProposal(job, at, value, ports));
    if (judged.kind !== "open") return refusedAnswer(judged, round, before.course, value);
    if (job.early?.wantsVerdict() === false) return { kind: "answered" };

    const touched: readonly string[] = judged.value.map(({ path }) => path);
    const isAlone = round === 1 && children === undefined;
    const work = (): Promise<string> => workOf(job, judged.value, before.course, ports);
    const { failed } = before;
    if (isAlone && failed !== null && failed.work === (await work()))
      return { kind: "failed", brief: failed.brief, answer, touched, isLast: false, work: failed.work };
    const isReviewed = job.review !== undefined && ports.reviewer !== undefined && before.course.review !== false;
    const making = makingOf(job, judged.value);
    const standing = await standingFiles(pathsOf(judged.value, making), ports.workspace);
    const passed = await passGates(
      {
        ...{ at, before, proposed: value, earlier, changes: judged.value, making },
        start: await startHashes(job.order, ports.workspace),
        standing,
        reviewed: isReviewed ? new Map([...standing].filter(([path]) => touched.includes(path))) : null,
        ...{
          known: NOTHING_KNOWN,
          derived: [],
          drift: [],
          verified: { commands: [], red: [], tests: [] },
          tests: NOTHING_CHANGED,
          blocking: null,
        },
      },
      job,
      ports,
    );
    if (passed.kind !== "open") {
      const ended = closed(passed, answer, touched);
      // A person rejects the work, however it came about.
      const isOwn = isAlone || (ended.kind === "failed" && ended.brief.stage === "rejected");
      return ended.kind === "failed" && isOwn && isSteady(passed) ? { ...ended, work: await work() } : ended;
    }
    const { changes, derived, drift, verified, tests, blocking } = passed.value;
    if (blocking === null) {
      const { summary } = proposal;
      return { kind: "passed", changes, derived, drift, summary, verified, tests, ...(children ? { children } : {}) };
    }
    earlier.push(blocking);
    await ports.workspace.reset();
    proposed = await stepper({ attempt, round: round + 1 }, ports)("propose", () => again(blocking));
  }
};

/**
 * How an attempt ends whose answer was refused before it changed anything, or that gave none. The same answer would be refused again,
 * whatever it says of itself.
 */
const refusedAnswer = (
  gate: Parameters<typeof closed>[0],
  round: number,
  { model }: Before["course"],
  proposed?: Pick<Proposed, "answer" | "proposal">,
): AttemptOutcome => {
  const ended = closed(gate, proposed?.answer ?? null, []);
  if (ended.kind !== "failed" || ended.isLast || round > 1) return ended;
  const { stage, primary_error_excerpt: why } = ended.brief;
  if (!BEFORE_GATES.has(stage) && stage !== "stuck") return ended;
  const said =
    proposed === undefined
      ? withoutLastWords(ended.answer ?? why)
      : proposalDocument({ ...proposed.proposal, summary: "" });
  return { ...ended, work: sha256Hex(canonicalJson({ stage, model, said })) };
};

/** Failures that do not depend on what the gates run on. */
export const BEFORE_GATES: ReadonlySet<Stage> = new Set<Stage>([
  "llm_output_invalid",
  "write_scope_violation",
  "stale_context",
]);

/** Identifies an attempt's work: its changes byte for byte, the tree that they are made to, and the model that made them. */
const workOf = async (
  job: Pick<OrderJob, "baseline">,
  changes: readonly AcceptedChange[],
  { model }: Before["course"],
  { workspace }: Pick<Ports, "workspace">,
): Promise<string> => {
  const tree = (await job.baseline?.())?.tree ?? workspace.baseline();
  const files = changes.map(({ path, ...change }) =>
    change.kind === "remove" ? [path] : [path, sha256Hex(change.content), change.executable],
  );
  return sha256Hex(canonicalJson({ tree, model, files }));
};

/** Whether the same work would fail again: a person rejected it, or a gate's commands ended by themselves, and nothing failed only once. */
const isSteady = (gate: GateOutcome<unknown>): boolean => {
  if (gate.kind !== "shut" || gate.isUnsteady === true || gate.isLast === true) return false;
  const { stage, command, exit_code, reviewed } = gate.brief;
  return !FINAL_STAGES.has(stage) && reviewed !== true && (command === null || exit_code !== null);
};

/** The files that work may change: those of its proposal, and those that commands make. */
const pathsOf = (changes: readonly AcceptedChange[], making: Making | null): readonly RepoPath[] => [
  ...changes.map(({ path }) => path),
  ...(making?.derives ?? []).flatMap(({ files }) => files.flatMap((file) => repoPath(file) ?? [])),
];

/** The first round's proposal: the author's, or what the order's children made. */
const firstProposal = async (
  job: OrderJob,
  attempt: number,
  before: Before,
  ports: Ports,
): Promise<GateOutcome<Proposed & { readonly children?: readonly string[] | undefined }>> => {
  const opening = await openAttempt(job, before, ports);
  if (opening.kind !== "open") return opening;
  const { division } = ports;
  if (!before.course.divides || division === undefined) return propose(job, attempt, opening.value, before, ports);
  const { proposeDivided } = await import("../division/propose-divided.ts");
  const divided = await proposeDivided(job, attempt, opening.value, division, before.carryOut, ports);
  if (divided !== null && divided.kind !== "open") return divided;
  const proposed = await propose(job, attempt, opening.value, before, ports, divided?.value);
  return proposed.kind === "open"
    ? { ...proposed, value: { ...proposed.value, children: divided?.value.children } }
    : proposed;
};
