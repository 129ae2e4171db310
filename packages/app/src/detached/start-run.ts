import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { GivenSettings } from "@llmch/config";
import {
  accepted,
  canonicalJson,
  type Environment,
  EXIT,
  type JsonObject,
  type Result,
  type RunKind,
  rejected,
  sha256Hex,
  textMember,
} from "@llmch/contract";
import { probeDirectory } from "@llmch/files";
import { namedRun, type StoredSummaries, storedSummaries } from "@llmch/records";
import {
  errorsIn,
  isBeingWritten,
  newRunId,
  type RunRequest,
  readRequest,
  resolveArtifactsRoot,
  writeRequest,
} from "@llmch/store";
import type { OperationName } from "../operation-names.ts";
import type { OutcomeError } from "../outcome.ts";
import { trackedLinkFault } from "../tracked-link.ts";
import { requestToKeep } from "./request-to-keep.ts";
import { isResumed, type ResumeProcess, resumeProcess, STANDS, type Starter } from "./resume-process.ts";
import { whileAlone } from "./while-alone.ts";

/** How long to wait for a run to begin, or to be refused: a second, but for a machine that is busy. */
const PATIENCE_MS = 20_000;
const POLL_MS = 25;
/** Requests are compared with those of so many runs of a kind. */
const LOOKED_AT = 50;

/**
 * Has a process of its own carry out a request, whose run outlives this process, and gives the run's id. A request that came to no end
 * before is carried on in its own run, so that asking twice pays once.
 */
export const startRun = async (
  operation: OperationName,
  request: Readonly<Record<string, unknown>>,
  given: GivenSettings,
  starter: Starter,
): Promise<Result<string, OutcomeError>> => {
  const { env, cwd, artifactsDir } = starter;
  const since = new Date().toISOString();
  const kept = await requestToKeep({ operation, request, given, cwd, by: "program" }, starter);
  if (!kept.ok) return kept;
  const { kind, asked } = kept.value;
  const linked = await trackedLinkFault({ artifactsDir }, { env, cwd });
  if (linked !== null) return rejected(linked);
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const keepable = probeDirectory(root);
  if (!keepable.ok) return keepable;
  // Until its run has begun: who asks for the same meanwhile gets that run.
  return whileAlone(join(root, kind), `start ${sha256Hex(workOf(asked))}`, async () => {
    const open = openRun(storedSummaries(root), kind, asked, { env, since });
    if (open?.isLeft) return accepted(open.runId);
    const runId = open?.runId ?? newRunId();
    if (open === null) await writeRequest(env, { root, kind, runId }, asked);
    const started = await resumeDetached(runId, root, kind, starter);
    const isUsed = started.ok && started.value === runId;
    // A refusal leaves nothing, and neither does a plan that was there before.
    if (
      !isUsed &&
      !isBeingWritten(join(root, kind, runId)) &&
      storedSummaries(root).of({ kind, runId }).state === "empty"
    )
      rmSync(join(root, kind, runId), { recursive: true, force: true });
    return started;
  });
};

/** Has a process of its own go on with a run whose needs are decided. */
export const goOn = async (run: string, starter: Starter): Promise<Result<string, OutcomeError>> => {
  const { env, cwd, artifactsDir } = starter;
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const found = namedRun(storedSummaries(root), run);
  return found.ok ? resumeDetached(found.value.runId, root, found.value.kind, starter) : found;
};

/** Has a process of its own carry on a run. Gives its id, or that of the run that had its result already. */
const resumeDetached = async (
  runId: string,
  root: string,
  kind: RunKind,
  starter: Starter,
): Promise<Result<string, OutcomeError>> => {
  const journal = join(root, kind, runId, "events.jsonl");
  const before = sizeOf(journal);
  const child = await resumeProcess(runId, root, starter, starter.cwd);
  if (!child.ok) return child;
  const document = await endingSoon(child.value, () => sizeOf(journal) > before);
  return document === null ? accepted(runId) : endingOf(document, runId);
};

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** What it printed, if it ends before it begins to work, and before anybody would go on waiting; else null. */
const endingSoon = async ({ ended }: ResumeProcess, hasBegun: () => boolean): Promise<JsonObject | null> => {
  let document: JsonObject | null | undefined;
  const heard = ended.then((printed) => {
    document = printed;
  });
  for (const until = performance.now() + PATIENCE_MS; document === undefined && performance.now() < until; ) {
    if (hasBegun()) return null;
    await Promise.race([heard, setTimeout(POLL_MS)]);
  }
  return document ?? null;
};

const endingOf = (document: JsonObject, runId: string): Result<string, OutcomeError> => {
  const [first, ...rest] = errorsIn(document);
  const isRefused = textMember(document, "verdict") === "REFUSED";
  return isRefused && first !== undefined && !STANDS.has(first.code)
    ? rejected(first, ...rest)
    : accepted(textMember(document, "run_id") ?? runId);
};

/** What is to be done, and where. */
const workOf = ({ operation, request: { jobs: _, ...request }, given: { [CAP]: __, ...given }, cwd }: RunRequest) =>
  canonicalJson([operation, request, given, request.repo ?? cwd]);

/** How much of it at once, and for how much money: no other work for that. */
const boundsOf = ({ request, given }: RunRequest) => canonicalJson([request.jobs ?? null, given[CAP] ?? null]);

const CAP = "budget.usd";

/**
 * The newest run of the same request, unless that failed; with other bounds, only while it is open. `isLeft`: nothing is to be done for it.
 * @param since when this was asked: a run that ended later was open then
 */
const openRun = (
  summaries: StoredSummaries,
  kind: RunKind,
  asked: RunRequest,
  { env, since }: { readonly env: Environment; readonly since: string },
): { readonly runId: string; readonly isLeft: boolean } | null => {
  const [work, bounds] = [workOf(asked), boundsOf(asked)];
  for (const run of summaries.runs.filter((each) => each.kind === kind).slice(0, LOOKED_AT)) {
    const { runId } = run;
    const directory = join(summaries.root, kind, runId);
    const found = readRequest(env, { directory, runId });
    if (found?.ok !== true || !found.value.isOwn || workOf(found.value) !== work) continue;
    const { state, exit_code: exitCode, last_at: lastAt } = summaries.of(run);
    const endedSince = exitCode !== null && (lastAt ?? "") >= since;
    const isEqual = boundsOf(found.value) === bounds;
    if (!isEqual && !endedSince && exitCode !== null && exitCode !== EXIT.waiting) continue;
    const isDone = exitCode === EXIT.ok && (kind === "run-all" || kind === "build");
    const isLeft = isDone || endedSince || isBeingWritten(directory) || (exitCode === null && isResumed(runId));
    const isOpen = exitCode === null ? state !== "damaged" : GOES_ON.has(exitCode);
    // The answer to a question is not made in parts.
    return isLeft || (isOpen && (kind !== "ask" || state === "empty")) ? { runId, isLeft } : null;
  }
  return null;
};

/** Runs that ended with these came to no verdict. */
const GOES_ON: ReadonlySet<number> = new Set([EXIT.model, EXIT.limit, EXIT.waiting, EXIT.interrupted]);
