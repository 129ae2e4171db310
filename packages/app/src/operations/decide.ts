import type { Decision, Need } from "@llmch/contract";
import { findUnfinished, isCancelled, needsOf, openNeeds, stateOf, waitingRun, waitingRuns } from "@llmch/records";
import { isBeingWritten, ownRunMark, resolveArtifactsRoot, type StoredRun } from "@llmch/store";
import { type Said, writeDecision } from "@llmch/store/journals";
import { accepted, printable, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { artifactsDir, run, text } from "../members.ts";
import { describe, type RequestOf, type ResultOf } from "../operation.ts";
import { done, type Outcome, refused, waits } from "../outcome.ts";
import { needsSchema } from "../results/needs.ts";
import { decideCommands, resumeCommand } from "../resume/next-commands.ts";
import { saidOn } from "../resume/settle.ts";
import { RESUMED_ELSEWHERE, resumedSchema } from "../resumed.ts";
import { RUN_EXITS } from "../run-request.ts";

const decidedSchema = () =>
  z.object({
    kind: z.literal("decided"),
    runId: z.string(),
    id: z.string(),
    decision: z.enum(["approve", "reject", "answer"]),
    text: z.string().nullable(),
    needs: needsSchema(),
    next: z.string().describe("the command that goes on"),
  });

export const description = /* @__PURE__ */ describe(() => ({
  name: "decide",
  topic: "Carry out",
  sentence: "approve, reject or answer what a run waits for, and go on",
  may: "branch",
  argument: { member: "run", shown: "[run]" },
  request: z.strictObject({
    run: run("the newest that waits"),
    id: text()
      .optional()
      .describe("which, if it waits for several things: `plan`, `network`, `push`, or an order's or a question's id")
      .meta({ flag: null, argument: "[id]" }),
    decision: z
      .enum(["approve", "reject", "answer"])
      .describe("approve (of a plan's question: what is assumed), reject, or answer")
      .meta({ flag: null, argument: "[decision]" }),
    text: text()
      .optional()
      .describe("your answer; or what should be other, for another try")
      .meta({ flag: null, argument: "[text]" }),
    sha256: text()
      .optional()
      .describe("of what you were shown: if that has changed, nothing is decided")
      .meta({ value: "hex" }),
    resume: z
      .boolean()
      .default(true)
      .describe("whether to go on if nothing else waits")
      .meta({ flag: null, switches: [{ flag: "--no-resume", about: "record the decision alone", value: false }] }),
    artifactsDir: artifactsDir(),
  }),
  result: z.union([resumedSchema(), decidedSchema()]),
  elsewhere: RESUMED_ELSEWHERE,
  examples: ["decide approve", 'decide 01M8D3Y5 WO-02 reject "keep the old name as an alias"'],
  exits: RUN_EXITS,
}));

type Request = RequestOf<typeof description>;

/** Records a decision in the run's folder, then goes on with the run unless it waits for something else. */
export const operate = async (
  { decision, text: words, resume: goesOn, artifactsDir, ...which }: Request,
  context: OperationContext,
): Promise<Outcome<ResultOf<typeof description>>> => {
  const { env, cwd, face } = context;
  const root = resolveArtifactsRoot(artifactsDir, env, cwd);
  const place = { env, cwd };
  const recorded = await recordDecision(root, which, { decision, text: words ?? null, ...face.caller }, context);
  if (!recorded.ok) return refused(recorded.issues);
  const { runId, needs, id, said } = recorded.value;
  const next = resumeCommand(runId, false, root, place);
  const result = { kind: "decided" as const, runId, id, ...said, needs: [...needs], next };
  if (!goesOn) return done(result, { runId });
  if (needs.length === 0) return { ...done(result, { runId }), goesOnWith: { run: runId, artifactsDir: root } };
  const commands = (each: Need) => decideCommands(runId, each, root, place);
  return waits(needs, (each) => `decide it: \`${commands(each).join("` or `")}\``);
};

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
  { run, id, sha256 }: Pick<Request, "run" | "id" | "sha256">,
  { decision, text, ...caller }: Said,
  {
    env,
    cwd,
    secrets,
    signal,
  }: Pick<OperationContext, "env" | "cwd" | "secrets"> & Partial<Pick<OperationContext, "signal">>,
): Promise<Result<Recorded, Refusal>> => {
  const found = await findNeed(root, { run, id }, { env, cwd }, signal);
  if (!found.ok) return found;
  const { stored, place, need } = found.value;
  const { runId } = stored;
  if (sha256 !== undefined && sha256 !== need.sha256) {
    const message = `${need.id} has changed since it was shown`;
    return rejected(refusal("changed", message, `look again: \`llmch show ${runId}\``));
  }
  const said = saidOn(need, place.kind === "planner", { decision, text });
  if (!said.ok) return said;
  const written = writeDecision(place, need, { ...said.value, ...caller }, { env, secrets, now: new Date() });
  return written.ok ? accepted({ runId, id: need.id, said: said.value, needs: openNeeds(place, env) }) : written;
};

interface Found {
  readonly stored: StoredRun;
  /** The run that keeps the decision: of a build that waits in a step, that of the step. */
  readonly place: StoredRun;
  readonly need: Need;
}

/** What is to be decided: a word alone is the id of what waits, else a run; without a run, it is the newest that waits. */
const findNeed = async (
  root: string,
  { run, id }: Pick<Request, "run" | "id">,
  { env, cwd }: Pick<OperationContext, "env" | "cwd">,
  signal?: AbortSignal,
): Promise<Result<Found, Refusal>> => {
  const word = run === undefined ? id : id === undefined && !RUN_ID.test(run) ? run : undefined;
  if (run === undefined || word !== undefined)
    for await (const { stored, needs } of waitingRuns(root, env, signal)) {
      if (word === undefined) return needIn(stored, undefined, env, root, cwd);
      if (needs.some((need) => need.id === word)) return needIn(stored, word, env, root, cwd);
    }
  if (run === undefined) {
    const what = id === undefined ? "no run waits for you" : `no run waits for a decision on ${printable(id)}`;
    return rejected(refusal("nothing-waits", `${what} in ${root}`, "`llmch runs --waiting` lists what does"));
  }
  const stored = await findUnfinished(root, run, { signal });
  return stored.ok ? needIn(stored.value, id, env, root, cwd) : stored;
};

const RUN_ID = /^[0-9a-hjkmnp-tv-z]{26}$/i;

const needIn = async (
  stored: StoredRun,
  id: string | undefined,
  env: OperationContext["env"],
  root: string,
  cwd: string,
): Promise<Result<Found, Refusal>> => {
  const { runId } = stored;
  const resume = (more?: string) => `\`${resumeCommand(runId, false, root, { env, cwd }, more)}\``;
  // What a build waits for is decided apart from whether its record is trusted.
  if (stored.kind !== "build" && ownRunMark(env, stored) === null) {
    const message = `the run ${runId} was begun elsewhere, or was changed since`;
    return rejected(refusal("not-resumable", message, `agree to it as a whole: ${resume("--approve")}`));
  }
  if (isCancelled(stored))
    return rejected(refusal("ended", `the job ${runId} was cancelled`, `if you want it after all: ${resume()}`));
  const state = stateOf(stored.journal.events);
  if (state === "interrupted" && isBeingWritten(stored.directory)) {
    const hint = "what it waits for is asked there; once it has ended, it can be decided here";
    return rejected(refusal("locked", `the run ${runId} is being carried out`, hint));
  }
  const place = await waitingRun(stored);
  const needs = state === "waiting" ? needsOf(place) : [];
  const open = openNeeds(place, env);
  const listed = open.map((need) => `${printable(need.id)} (${need.kind})`).join(", ");
  const need = id === undefined ? open[0] : needs.find((each) => each.id === id);
  if (need !== undefined && (id !== undefined || open.length === 1)) return accepted({ stored, place, need });
  if (need !== undefined)
    return rejected(
      refusal("usage", `the run ${runId} waits for ${listed}`, `say which: \`llmch decide ${runId} ${need.id} …\``),
    );
  if (open.length > 0)
    return rejected(
      refusal("nothing-waits", `the run ${runId} does not wait for ${printable(id ?? "")}`, `it waits for ${listed}`),
    );
  const message =
    needs.length > 0 ? `what the run ${runId} waited for is decided` : `the run ${runId} waits for nothing`;
  return rejected(refusal(needs.length > 0 ? "decided" : "nothing-waits", message, `to go on: ${resume()}`));
};
