import type { Context } from "@llmch/config";
import type { Decision, Need } from "@llmch/contract";
import { findUnfinished, isCancelled, needsOf, notOwnFault, stateOf, waitingRun, waitingRuns } from "@llmch/records";
import { isBeingWritten, type RunPlace, type StoredRun } from "@llmch/store";
import { readDecision, type Said, writeDecision } from "@llmch/store/journals";
import { accepted, printable, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { findRequest } from "./find-request.ts";
import { resumeCommand } from "./next-commands.ts";
import { saidOn } from "./said-on.ts";

/** Which run is decided on, and what of all that it waits for. */
interface Which {
  readonly run?: string | undefined;
  readonly id?: string | undefined;
  readonly sha256?: string | undefined;
  /** Everything. */
  readonly all?: boolean;
}

type Asker = Pick<Context, "env" | "cwd" | "secrets"> & Partial<Pick<Context, "signal">>;

interface Recorded {
  readonly runId: string;
  /** What was decided, and how that is recorded. */
  readonly id: string;
  readonly said: Decision;
  /** What nobody has decided yet. */
  readonly needs: readonly Need[];
}

/** Records a decision in the folder of the run that waits for it. */
export const recordDecision = async (
  root: string,
  which: Which,
  { decision, text, ...caller }: Said,
  asker: Asker,
): Promise<Result<Recorded, Refusal>> => {
  const { env, secrets } = asker;
  const found = await findWaiting(root, which, asker);
  if (!found.ok) return found;
  const { runId, waiting } = found.value;
  const isOpen = ({ place, need }: Waiting) => readDecision(env, place, need) === null;
  const chosen = chosenOf(found.value, waiting.filter(isOpen), which);
  if (!chosen.ok) return chosen;
  const settled: (readonly [Waiting, Decision])[] = [];
  for (const each of chosen.value) {
    const { need, isOfPlan } = each;
    if (which.sha256 !== undefined && which.sha256 !== need.sha256)
      return rejected(
        refusal("changed", `${need.id} has changed since it was shown`, `look again: \`llmch show ${runId}\``),
      );
    const said = saidOn(need, isOfPlan, { decision, text });
    if (!said.ok) return said;
    settled.push([each, said.value]);
  }
  for (const [{ place, need }, said] of settled) {
    const written = writeDecision(place, need, { ...said, ...caller }, { env, secrets, now: new Date() });
    if (!written.ok) return written;
  }
  const id = settled.map(([{ need }]) => need.id).join(", ");
  const said = settled[0]?.[1] ?? { decision, text };
  const needs = waiting.filter(isOpen).map(({ need }) => need);
  return accepted({ runId, id, said, needs });
};

/** Something that a run waits for, decided or not. */
interface Waiting {
  readonly need: Need;
  /** The run that keeps the decision: of a build that waits in a step, that of the step. */
  readonly place: RunPlace;
  /** Whether it is a plan's question, which says what is assumed without an answer. */
  readonly isOfPlan: boolean;
}

interface Found {
  readonly runId: string;
  readonly waiting: readonly Waiting[];
  /** The id of what is meant. */
  readonly id: string | undefined;
  /** How to go on with the run, in words. */
  readonly goOn: string;
}

/** What is decided of all that waits: what is named, the only thing, or everything. */
const chosenOf = (
  { runId, waiting, id, goOn }: Found,
  open: readonly Waiting[],
  { all = false }: Which,
): Result<readonly Waiting[], Refusal> => {
  const isNamed = ({ need }: Waiting) => need.id === id;
  const named = open.find(isNamed) ?? waiting.find(isNamed);
  const chosen = id === undefined ? (all || open.length === 1 ? open : []) : named === undefined ? [] : [named];
  if (chosen.length > 0) return accepted(chosen);
  const listed = open.map(({ need }) => `${printable(need.id)} (${need.kind})`).join(", ");
  const no = (code: Refusal["code"], message: string, hint: string) => rejected(refusal(code, message, hint));
  const [some] = open;
  if (some !== undefined && id === undefined) {
    const which = `say which: \`llmch decide ${runId} ${some.need.id} …\`, or approve it \`--all\``;
    return no("usage", `the run ${runId} waits for ${listed}`, which);
  }
  if (some !== undefined)
    return no("nothing-waits", `the run ${runId} does not wait for ${printable(id ?? "")}`, `it waits for ${listed}`);
  return waiting.length > 0
    ? no("decided", `what the run ${runId} waited for is decided`, goOn)
    : no("nothing-waits", `the run ${runId} waits for nothing`, goOn);
};

/** A word alone is the id of what waits, else a run; without a run, it is the only one that waits. */
const findWaiting = async (root: string, { run, id }: Which, asker: Asker): Promise<Result<Found, Refusal>> => {
  const { env, cwd, signal = new AbortController().signal } = asker;
  const word = run === undefined ? id : id === undefined && !RUN_ID.test(run) ? run : undefined;
  const meant: StoredRun[] = [];
  if (run === undefined || word !== undefined)
    for await (const { stored, needs } of waitingRuns(root, env, signal))
      if (word === undefined || needs.some((need) => need.id === word)) meant.push(stored);
  const [first, second] = meant;
  if (second !== undefined) {
    const message = `${meant.length} runs wait for that: ${meant.map(({ runId }) => runId).join(", ")}`;
    return rejected(
      refusal("ambiguous-run", message, "say which: `llmch decide RUN …`; `llmch runs --waiting` lists them"),
    );
  }
  if (first !== undefined) return waitingIn(first, word, root, asker);
  if (run === undefined) {
    const what = id === undefined ? "no run waits for you" : `no run waits for a decision on ${printable(id)}`;
    return rejected(refusal("nothing-waits", `${what} in ${root}`, "`llmch runs --waiting` lists what does"));
  }
  const request = await findRequest({ run, artifactsDir: root }, { env, cwd, signal });
  if (request?.ok === false) return request;
  if (request !== null) {
    const { runId } = request.value;
    return accepted({ runId, waiting: [], id, goOn: `to begin it: \`${resumeCommand(runId, false, root, asker)}\`` });
  }
  const stored = await findUnfinished(root, run, { signal });
  return stored.ok ? waitingIn(stored.value, id, root, asker) : stored;
};

const RUN_ID = /^[0-9a-hjkmnp-tv-z]{26}$/i;

const waitingIn = async (
  stored: StoredRun,
  id: string | undefined,
  root: string,
  { env, cwd }: Asker,
): Promise<Result<Found, Refusal>> => {
  const { runId } = stored;
  const goOn = `to go on: \`${resumeCommand(runId, false, root, { env, cwd })}\``;
  const strange = await notOwnFault(env, stored);
  if (strange !== null) return rejected(strange);
  if (isCancelled(stored))
    return rejected(refusal("ended", `the job ${runId} was cancelled`, `if you want it after all, ${goOn.slice(3)}`));
  const state = stateOf(stored.journal.events);
  if (state === "interrupted" && isBeingWritten(stored.directory)) {
    const hint = "what it waits for is asked there; once it has ended, it can be decided here";
    return rejected(refusal("locked", `the run ${runId} is being carried out`, hint));
  }
  const place = await waitingRun(stored);
  const isOfPlan = place.kind === "planner";
  const needs = state === "waiting" ? needsOf(place) : [];
  return accepted({ runId, id, goOn, waiting: needs.map((need) => ({ need, place, isOfPlan })) });
};
