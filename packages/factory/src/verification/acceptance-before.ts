import { acceptanceOf, type EventBody, saysWhyItHolds, type WorkOrder } from "@llmch/contract";
import { isManifest } from "@llmch/languages";
import { canonicalJson, formatDiagnostic, sha256Hex } from "@llmch/text";
import type { JudgingContext } from "../commands/judge-command.ts";
import { briefOf } from "../job/brief.ts";
import { type GateOutcome, open, shut } from "../job/gate-outcome.ts";
import type { OrderJob } from "../job/order-job.ts";
import { type PlannedCommand, plannedAcceptance } from "../job/planned-command.ts";
import type { Ports, TidiedWorkspace } from "../job/ports.ts";
import { heldBefore, type TriedBefore, tryAcceptanceBefore } from "./try-acceptance-before.ts";

/** The outcome of the acceptance commands on the baseline. */
export type AcceptanceTried = Extract<EventBody, { readonly type: "acceptance_tried" }>;

export const ACCEPTANCE_BEFORE_DOCUMENT = "baseline_acceptance.json";

/**
 * Checks that an order's acceptance can fail: tries it on the baseline, before anything is paid (contract §5.1). Gives the files of the
 * tests that its commands changed there. Tries nothing if the order says why it may already hold, or if the caller does not ask for it.
 * @param known the result from the run's journal, if any
 */
export const acceptanceBefore = async (
  job: OrderJob,
  known: AcceptanceTried | null,
  ports: Ports,
): Promise<GateOutcome<readonly string[]>> => {
  const { triesAcceptance } = job;
  if (triesAcceptance === undefined || saysWhyItHolds(job.order)) return open([]);
  const baseline = ports.workspace.baseline();
  const planned = plannedAcceptance(acceptanceOf(job.order));
  // A command that cannot be parsed has never held; the gate reports what is wrong with it.
  if (!planned.ok) return open([]);
  const commands_sha256 = sha256Hex(canonicalJson(planned.value.map(({ display }) => display)));
  const isKnown = known?.baseline === baseline && known.commands_sha256 === commands_sha256;
  const { failed, unreached, isInterrupted, changedTests } = isKnown
    ? { failed: known.failed, unreached: null, isInterrupted: false, changedTests: known.changed_tests ?? [] }
    : await recorded(planned.value, { job, baseline, commands_sha256 }, ports);
  if (isInterrupted) return { kind: "interrupted" };
  if (unreached !== null && !mayInstall(job)) {
    const why = `the acceptance \`${failed}\` must reach ${unreached}, and cannot, whatever is answered`;
    return shut(briefOf("preflight", job, `${why}: ${INSTALL}`));
  }
  const found = failed === null ? heldBefore(acceptanceOf(job.order), job.order.id) : null;
  if (found !== null && (triesAcceptance.strict || isHeldToIt(job.order)))
    return shut(briefOf("preflight", job, `[${found.code}] ${found.message}; ${REVISE}`));
  if (isKnown) return open(changedTests);
  if (found !== null) await ports.ledger.emit({ type: "warning", message: formatDiagnostic(found), diagnostic: found });
  await ports.workspace.reset();
  return open(changedTests);
};

const INSTALL = "install what it needs, or let the acceptance run what is there";

/** True if the order may change what is installed, so that a command which now asks a registry need not any more. */
const mayInstall = ({ order }: OrderJob): boolean =>
  (order.derive ?? []).length > 0 || order.allowed_files.some(isManifest);

export const REVISE = '`llmch plan revise "..."` has the plan changed';

/** From this provenance format on, an order's acceptance must be able to fail. */
const FALSIFIABLE_FORMAT = 2;

export const isHeldToIt = ({ provenance }: WorkOrder): boolean => (provenance?.format ?? 1) >= FALSIFIABLE_FORMAT;

/** What acceptance is tried with where there is no attempt. */
export type TryingPorts = Pick<Ports, "commands" | "ledger" | "clock"> & {
  readonly workspace: TidiedWorkspace;
};

/** Tries the commands, and records the result. The journal mentions it once the document is on disk. */
export const recorded = async (
  planned: readonly PlannedCommand[],
  { job, ...of }: Pick<AcceptanceTried, "baseline" | "commands_sha256"> & Pick<JudgingContext, "job">,
  { ledger, clock, commands, workspace }: TryingPorts,
): Promise<TriedBefore> => {
  const started = clock.monotonicMs();
  const tried = await tryAcceptanceBefore(planned, { job, ledger, commands, workspace, prefix: "" });
  if (tried.isInterrupted) return tried;
  const { failed, records, changedTests: changed_tests } = tried;
  await ledger.record(ACCEPTANCE_BEFORE_DOCUMENT, { ...of, failed, commands: records });
  await ledger.settle();
  const duration_ms = Math.round(clock.monotonicMs() - started);
  const changes = changed_tests.length > 0 ? { changed_tests } : {};
  // What a registry kept from running is tried again by a run that is carried on.
  if (tried.unreached === null) await ledger.emit({ type: "acceptance_tried", ...of, failed, ...changes, duration_ms });
  return tried;
};
