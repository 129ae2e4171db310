import { join, resolve } from "node:path";
import {
  type Answer,
  answerQuestion,
  createDraft,
  deniedPaths,
  type AskEnding as Ended,
  type Files,
  toolset,
} from "@llmch/agent";
import type { AskOptions, Context, RunObserver } from "@llmch/config";
import { callKey, EVENT_FORMAT, type RunVerdict } from "@llmch/contract";
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
  withinBudget,
} from "@llmch/records";
import { newRunId, resolveArtifactsRoot } from "@llmch/store";
import { type Spending, spentDocument } from "@llmch/story";
import {
  accepted,
  createRedactor,
  EXIT,
  jsonObject,
  type Refusal,
  type Result,
  refusal,
  rejected,
  warningInWords,
} from "@llmch/text";
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
  readonly runId: string;
  readonly directory: string;
  readonly verdict: RunVerdict;
  /** The exit code in the record (contract §1). */
  readonly exitCode: number;
  /** Null if there is none; then `fault` says why. */
  readonly answer: Answer | null;
  readonly fault: { readonly code: string; readonly message: string; readonly hint: string | null } | null;
  readonly spent: Spending;
  readonly warnings: readonly string[];
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
  const runId = context.asked?.runId ?? newRunId();
  const lock = acquireLock({ commonDir: join(artifactsRoot, "ask") }, runId, { run: runId });
  if (!lock.ok) return rejected(refusal("locked", `${runId} is being answered`, "wait until that has ended"));
  try {
    const members = { ...asked, spent: null };
    const session = await openSession(
      { artifactsRoot, kind: "ask", runId, version, members, asked: context.asked, previous: null },
      { clock: monotonicClock, now: () => new Date(), secrets, env, observer },
    );
    return accepted(await answerIn(session, asked, inputs, context));
  } finally {
    lock.value.release();
  }
};

const answerIn = async (
  session: Session,
  asked: Parameters<typeof askIn>[1],
  inputs: AskInputs,
  context: Context,
): Promise<AskEnding> => {
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
): Promise<AskEnding> => {
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
  const { spent, warnings } = session.taken();
  const ending = endingOf(ended);
  const members = { ...asked, spent: spentDocument(spent) };
  await session.finish({ verdict: ending.verdict, exitCode: ending.exitCode, summary: null, members });
  return {
    runId: session.runId,
    directory: session.directory,
    ...ending,
    answer,
    spent,
    warnings: warnings.map(warningInWords),
  };
};

const endingOf = (ended: Ended | typeof INTERRUPTED): Pick<AskEnding, "verdict" | "exitCode" | "fault"> => {
  switch (ended.kind) {
    case "answered":
      return { verdict: "PASS", exitCode: EXIT.ok, fault: null };
    case "stuck":
      return { verdict: "FAIL", exitCode: EXIT.failed, fault: { code: "stuck", message: ended.why, hint: null } };
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
        fault: { code: "interrupted", message: "interrupted", hint: null },
      };
  }
};
