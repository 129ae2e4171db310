import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { RunKind } from "@llmch/contract";
import { keptText, probeDirectory } from "@llmch/files";
import {
  namedRun,
  type RunNow,
  runNow,
  type StoredRunName,
  type StoredSummaries,
  storedSummaries,
} from "@llmch/records";
import {
  isBeingWritten,
  namedOrders,
  newRunId,
  type RunRequest,
  readRequest,
  resolveArtifactsRoot,
  writeRequest,
} from "@llmch/store";
import { OPEN, type RunState } from "@llmch/story";
import { accepted, canonicalJson, type Environment, type Result, rejected, sha256Hex } from "@llmch/text";
import type { OutcomeError } from "../outcome.ts";
import { recordsFault } from "../request/records-fault.ts";
import { createListing } from "./listing.ts";
import { requestToKeep, type Submitted } from "./request-to-keep.ts";
import type { Starter } from "./resume-process.ts";
import { type QueueHost, startAny } from "./start.ts";
import { whileAlone } from "./while-alone.ts";

/** How long to wait for a run to begin, or to be refused: a second, but for a machine that is busy. */
const PATIENCE_MS = 20_000;
const POLL_MS = 25;
/** How long a process may take to end once it waits for somebody. */
const ENDS_WITHIN_MS = 5_000;
/** Requests are compared with those of so many runs of a kind. */
const LOOKED_AT = 50;

/**
 * Has a process of its own carry out a request, whose run outlives this process, and gives the run's id. A request that came to no end
 * before is carried on in its own run, so that asking twice pays once.
 */
export const begin = async (
  submitted: Omit<Submitted, "cwd">,
  starter: Starter,
): Promise<Result<string, OutcomeError>> => {
  const { env, cwd, artifactsDir } = starter;
  const since = new Date().toISOString();
  const kept = await requestToKeep({ ...submitted, cwd }, starter);
  if (!kept.ok) return kept;
  const { kind, asked } = kept.value;
  const linked = await recordsFault({ artifactsDir }, { env, cwd });
  if (linked !== null) return rejected(linked);
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const keepable = probeDirectory(root);
  if (!keepable.ok) return keepable;
  // Until its run has begun: who asks for the same meanwhile gets that run.
  return whileAlone(join(root, kind), `start ${sha256Hex(workOf(asked))}`, async () => {
    const open = await openRun(storedSummaries(root), kind, asked, { env, since });
    if (open?.isLeft) return accepted(open.runId);
    const runId = open?.runId ?? newRunId(root);
    if (open === null) await writeRequest(env, { root, kind, runId }, asked);
    const started = await startAndWait({ kind, runId }, root, starter);
    // A refusal leaves nothing, and neither does a plan that was there before.
    const isUsed = started.ok && started.value === runId;
    const directory = join(root, kind, runId);
    if (!isUsed && !isBeingWritten(directory) && !storedSummaries(root).of({ kind, runId }).is_begun)
      rmSync(directory, { recursive: true, force: true });
    return started;
  });
};

/** Has a process of its own go on with a run whose needs are decided. */
export const goOnWith = async (run: string, starter: Starter): Promise<Result<string, OutcomeError>> => {
  const root = resolveArtifactsRoot(starter.artifactsDir, starter.env, starter.cwd);
  const found = namedRun(storedSummaries(root), run);
  if (!found.ok) return found;
  for (const until = performance.now() + ENDS_WITHIN_MS; ; ) {
    const started = await startAndWait(found.value, root, starter);
    // The process that came to what was decided may not have ended yet.
    if (started.ok || started.issues[0].code !== "not-queued" || performance.now() > until) return started;
    await setTimeout(POLL_MS);
  }
};

/** Starts it, as a queue does, and gives its id, or that of the run that had its result already, once it works. */
const startAndWait = async (
  { kind, runId }: StoredRunName,
  root: string,
  starter: Starter,
): Promise<Result<string, OutcomeError>> => {
  const listing = createListing(root, starter);
  const locks = join(root, kind);
  const host: QueueHost = { locks, root, listing, starter, children: new Map(), open: () => accepted("") };
  const journal = join(root, kind, runId, "events.jsonl");
  const before = sizeOf(journal);
  const started = await startAny(runId, host);
  if (!started.ok) return started;
  let isOver = false;
  const ended = started.value.ended.then(() => {
    isOver = true;
  });
  const until = performance.now() + PATIENCE_MS;
  while (!isOver && sizeOf(journal) === before && performance.now() < until)
    await Promise.race([ended, setTimeout(POLL_MS)]);
  const found = isOver && sizeOf(journal) === before ? await listing.one(runId) : null;
  const [first, ...rest] = found?.errors ?? [];
  return found !== null && !OPEN.has(found.state) && first !== undefined
    ? rejected(first, ...rest)
    : accepted(found?.job.result ?? runId);
};

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** What is to be done, and where. */
const workOf = ({ operation, request: { jobs: _, ...request }, given: { [CAP]: __, ...given }, cwd }: RunRequest) => {
  // By what they say: each run has a copy of its own.
  const named = namedOrders({ request, cwd });
  const said = named?.names.map((name) => [name, sha256Hex(keptText(join(named.folder, name)) ?? "")]);
  const whole = said === undefined ? request : { ...request, orders: said, order: said };
  return canonicalJson([operation, whole, given, request.repo ?? cwd]);
};

/** How much of it at once, and for how much money: no other work for that. */
const boundsOf = ({ request, given }: RunRequest) => canonicalJson([request.jobs ?? null, given[CAP] ?? null]);

const CAP = "budget.usd";

/**
 * The newest run of the same request, unless that failed; with other bounds, only while it is open. `isLeft`: nothing is to be done for it.
 * @param since when this was asked: a run that ended later was open then
 */
const openRun = async (
  summaries: StoredSummaries,
  kind: RunKind,
  asked: RunRequest,
  { env, since }: { readonly env: Environment; readonly since: string },
): Promise<{ readonly runId: string; readonly isLeft: boolean } | null> => {
  const [work, bounds] = [workOf(asked), boundsOf(asked)];
  for (const run of summaries.runs.filter((each) => each.kind === kind).slice(0, LOOKED_AT)) {
    const { runId } = run;
    const found = readRequest(env, { directory: join(summaries.root, kind, runId), runId });
    if (found?.ok !== true || !found.value.isOwn || workOf(found.value) !== work) continue;
    const now = await runNow(summaries, run, env);
    const isEqual = boundsOf(found.value) === bounds;
    const isOpen = OPEN.has(now.state) || now.state === "interrupted" || endedSince(now, since);
    if (!isOpen && !isEqual) continue;
    const isDone = now.state === "passed" && (kind === "run-all" || kind === "build");
    const isLeft = isDone || OPEN.has(now.state) || endedSince(now, since);
    // The answer to a question is not made in parts.
    return isLeft || (GOES_ON.has(now.state) && (kind !== "ask" || !now.summary.is_begun)) ? { runId, isLeft } : null;
  }
  return null;
};

const endedSince = ({ summary }: RunNow, since: string): boolean =>
  summary.exit_code !== null && (summary.last_at ?? "") >= since;

/** States of runs that came to no verdict. */
const GOES_ON: ReadonlySet<RunState> = new Set(["interrupted", "stopped", "cancelled"]);
