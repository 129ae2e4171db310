import { join, resolve } from "node:path";
import { answerQuestion, createDraft, deniedPaths, type AskEnding as Ended, type Files, toolset } from "@llmch/agent";
import type { AskOptions, Context, RunObserver } from "@llmch/config";
import { callKey, EVENT_FORMAT } from "@llmch/contract";
import { monotonicClock, probeDirectory } from "@llmch/files";
import {
  agentLimits,
  commitFiles,
  createOutlines,
  limitedByTime,
  limitsFor,
  type ModelSource,
  modelSource,
  openSession,
  recorderOf,
  type Session,
  storedStory,
  withinBudget,
} from "@llmch/records";
import { newRunId, resolveArtifactsRoot } from "@llmch/store";
import { type AskStory, spentDocument } from "@llmch/story";
import { accepted, createRedactor, EXIT, jsonObject, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { acquireLock, openRepository, type Repository } from "@llmch/workspace";

/** Everything that a question needs. */
export interface AskInputs {
  readonly question: string;
  readonly repo: Repository;
  readonly commit: string;
  readonly files: Files;
  readonly model: ModelSource;
}

/** How a question's run ended. */
export interface AskEnding {
  readonly story: AskStory;
  /** Why there is no answer. */
  readonly fault: { readonly code: string; readonly message: string; readonly hint?: string } | null;
}

/** Reads and checks everything before a token is spent. Creates nothing. */
export const prepareAsk = async (options: AskOptions, context: Context): Promise<Result<AskInputs, Refusal>> => {
  const { env, cwd, settings } = context;
  const question = options.question.trim();
  if (question === "") return rejected(refusal("usage", "the question is empty", "say what you want to know"));
  const opened = await openRepository(resolve(cwd, options.repo), env);
  if (!opened.ok) return opened;
  const repo = opened.value;
  const { commit } = await repo.head();
  if (commit === null)
    return rejected(refusal("usage", `${repo.root} has no commit yet`, "commit what you want to know about"));
  const keepable = probeDirectory(resolveArtifactsRoot(options.artifactsDir, env, cwd));
  if (!keepable.ok) return keepable;
  const model = await modelSource(options, settings, "factory", { env, cwd });
  if (!model.ok) return model;
  return accepted({ question, repo, commit, files: await commitFiles(repo, commit), model: model.value });
};

/** Answers a question in a run of its own, which reads the repo's HEAD and changes nothing. */
export const ask = async (
  inputs: AskInputs,
  options: AskOptions,
  context: Context,
  observer: Pick<RunObserver, "event">,
): Promise<Result<AskEnding, Refusal>> => {
  const { env, cwd, version, secrets } = context;
  const artifactsRoot = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  const { question, commit, repo } = inputs;
  const asked = { question, repo: repo.root, commit };
  const runId = context.asked?.runId ?? newRunId(artifactsRoot);
  const lock = acquireLock({ commonDir: join(artifactsRoot, "ask") }, runId, { run: runId });
  if (!lock.ok) return rejected(refusal("locked", `${runId} is being answered`, "wait until that has ended"));
  try {
    const members = { ...asked, spent: null };
    const session = await openSession(
      { artifactsRoot, kind: "ask", runId, version, members, asked: context.asked, previous: null },
      { clock: monotonicClock, now: () => new Date(), secrets, env, observer },
    );
    const fault = await answerIn(session, asked, inputs, context);
    const story = storedStory(artifactsRoot, { kind: "ask", runId });
    if (story.kind !== "ask") throw new Error(`the run ${runId} is no question`);
    return accepted({ story, fault });
  } finally {
    lock.value.release();
  }
};

const answerIn = async (
  session: Session,
  asked: Parameters<typeof askIn>[1],
  inputs: AskInputs,
  context: Context,
): Promise<AskEnding["fault"]> => {
  try {
    const ended = await askIn(session, asked, inputs, context).catch((fault: unknown) => {
      if (context.signal.aborted) return INTERRUPTED;
      throw fault;
    });
    // Ctrl-C also ends a git that reads a file, and a citation of it would be struck.
    return await endAsk(context.signal.aborted ? INTERRUPTED : ended, session, asked);
  } catch (fault) {
    session.abandon();
    throw fault;
  }
};

const INTERRUPTED = { kind: "interrupted" } as const;

/** How many parts of a question may be handed on, each to be answered on its own. */
const PARTS = 3;

const askIn = async (
  session: Session,
  asked: { readonly question: string; readonly repo: string; readonly commit: string },
  { files, model }: AskInputs,
  context: Context,
): Promise<Ended> => {
  const { factory, agent, models, tools } = context.settings.values;
  const helpers = PARTS;
  const chain = factory.model.join(", ");
  await session.begin({ type: "ask_started", format: EVENT_FORMAT, ...asked, model: chain, helpers }, async () => {});
  for (const message of model.warnings) await session.emit({ type: "warning", message });
  const redactor = createRedactor(context.secrets);
  return withinBudget({ model }, context, async ({ gateway, time }) => {
    const answered = await answerQuestion(
      {
        ...{ question: asked.question, helpers },
        toolset: toolset("reader", tools),
        scene: {
          files,
          draft: createDraft([], files, { wholeFileBytes: 0 }),
          outlines: createOutlines(),
          checks: null,
          denies: deniedPaths(tools, []),
        },
        limits: agentLimits(agent, limitsFor(factory.model, models)),
      },
      {
        model: gateway.for(recorderOf(session, session.recorded, context)),
        ledger: {
          emit: session.emit,
          recordTurn: (call, results) => session.record(`${callKey(call)}/tool_results.json`, results),
        },
        clock: monotonicClock,
        stop: time.signal,
        redact: (text) => redactor.text(text),
      },
    );
    return limitedByTime(answered, time.reached(), session);
  });
};

const endAsk = async (
  ended: Ended | typeof INTERRUPTED,
  session: Session,
  asked: { readonly question: string; readonly repo: string; readonly commit: string },
): Promise<AskEnding["fault"]> => {
  const answer = ended.kind === "answered" ? ended.answer : null;
  if (answer !== null) {
    await session.record("answer.json", {
      text: answer.text,
      citations: answer.citations.map((each) => jsonObject({ ...each })),
      struck: answer.struck.map((each) => jsonObject({ ...each })),
      parts: answer.parts.map((each) => jsonObject({ ...each })),
    });
    const { citations, struck, parts } = answer;
    await session.emit({
      type: "ask_answered",
      ...{ citations: citations.length, struck: struck.length, parts: parts.length },
    });
  }
  const { verdict, exitCode, fault } = endingOf(ended);
  const members = { ...asked, spent: spentDocument(session.taken().spent) };
  await session.finish({ verdict, exitCode, summary: null, members });
  return fault;
};

type Ending = Pick<AskEnding, "fault"> & Pick<Parameters<Session["finish"]>[0], "verdict" | "exitCode">;

const endingOf = (ended: Ended | typeof INTERRUPTED): Ending => {
  switch (ended.kind) {
    case "answered":
      return { verdict: "PASS", exitCode: EXIT.ok, fault: null };
    case "stuck":
      return { verdict: "FAIL", exitCode: EXIT.failed, fault: { code: "stuck", message: ended.why } };
    case "limited": {
      const { message, hint } = ended;
      return { verdict: "ERROR", exitCode: EXIT.limit, fault: { code: "limit", message, hint } };
    }
    case "failed": {
      const { reason, message, hint } = ended.reply;
      return { verdict: "ERROR", exitCode: EXIT.model, fault: { code: reason, message, hint } };
    }
    case "interrupted":
      return {
        ...{ verdict: "ERROR", exitCode: EXIT.interrupted },
        fault: { code: "interrupted", message: "interrupted" },
      };
  }
};
