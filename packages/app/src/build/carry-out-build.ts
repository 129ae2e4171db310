import { join } from "node:path";
import { goalsInWords } from "@llmch/build";
import { buildState } from "@llmch/build/machine";
import { EVENT_FORMAT, type EventBody, type RunEvent, type RunVerdict } from "@llmch/contract";
import { monotonicClock } from "@llmch/files";
import { SPEC_COPY } from "@llmch/plan";
import { openSession } from "@llmch/records";
import { findIsolation, isolationInWords, reachBeyond } from "@llmch/run";
import type { StoredRun } from "@llmch/store";
import { spentDocument } from "@llmch/story";
import { createRedactor, EXIT, jsonObject, messageOf, refusal, sha256Hex, titleOf, warningInWords } from "@llmch/text";
import { acquireLock } from "@llmch/workspace";
import { INTERRUPTED, type Outcome, type OutcomeError, refused } from "../outcome.ts";
import { nextAfter } from "../runs/order-commands.ts";
import { type Build, branchStanding, type StepEnd } from "./build.ts";
import { buildResult, storedBuild } from "./drawing.ts";
import { evidenceOfBuild } from "./evidence.ts";
import { carryOutSteps } from "./loop.ts";
import type { BuildResult } from "./result.ts";

/** A build before its session: what it begins with, and its earlier sessions. */
export interface BuildBeginning extends Omit<Build, "session" | "events" | "isolation"> {
  readonly scoped: boolean;
  readonly previous: StoredRun | null;
  /** The build that it goes on with; left out if none. */
  readonly continues?: Extract<EventBody, { readonly type: "build_started" }>["continues"];
  /** What to do once it goes on, before its next step; the step's end, or null for nothing. */
  first(build: Build): Promise<StepEnd | null>;
}

/** Carries out a build in a session of its own. Refused while another process does. */
export const carryOutBuild = async (beginning: BuildBeginning): Promise<Outcome<BuildResult>> => {
  const { runId, artifactsRoot, config, context, previous, model } = beginning;
  const lock = acquireLock({ commonDir: join(artifactsRoot, "build") }, runId, { run: runId });
  if (!lock.ok)
    return refused([refusal("locked", `the build ${runId} is being carried out`, "wait until it has ended")]);
  try {
    const events: RunEvent[] = [...(previous?.journal.events ?? [])];
    const { face, settings } = context;
    const wish = { sandbox: config.sandbox, allow_network: config.allow_network };
    const found = await findIsolation(wish, settings.values.sandbox, beginning.repo, [artifactsRoot]);
    if (!found.ok) return refused(found.issues);
    const isolation = found.value;
    await face.begins({
      ...{ kind: "build", operation: "build", subject: subjectOf(config), repo: config.repo, events: [...events] },
      ...{
        replay: model.replay,
        warnings: model.warnings,
        models: settings.values.planner.model,
        caps: settings.values.budget,
      },
      most: settings.values.build.max_orders,
      reach: reachBeyond({ isUnconfined: isolation.sandbox === null, derives: settings.values.setup.network }),
    });
    const observer = {
      event: (event: RunEvent) => {
        events.push(event);
        face.event(event);
      },
    };
    const { version, secrets, env, asked } = context;
    const members = { config: jsonObject(config) };
    const session = await openSession(
      { artifactsRoot, kind: "build", runId, version, members, asked, previous },
      { clock: monotonicClock, now: () => new Date(), secrets, env, observer },
    );
    const build: Begun = { ...beginning, session, events, isolation };
    try {
      await session.begin(startOf(build), () => session.recordText(SPEC_COPY, build.spec));
      const end = await ended(build, beginning);
      return await finish(build, end);
    } catch (fault) {
      session.abandon();
      throw fault;
    }
  } finally {
    lock.value.release();
  }
};

const subjectOf = ({ spec, goals }: Build["config"]): string =>
  goals === undefined ? spec : `${spec === "-" ? "" : `${spec}, `}goal ${goalsInWords(goals)}`;

type Begun = BuildBeginning & Build;

const startOf = ({ config, spec, scoped, baseline, context, continues, isolation }: Begun): EventBody => ({
  ...{ type: "build_started", format: EVENT_FORMAT, spec: config.spec, title: titleOf(spec) },
  // Of what the folder keeps, which holds no key.
  spec_sha256: sha256Hex(createRedactor(context.secrets).text(spec)),
  ...{ scoped, baseline, config, isolation: isolationInWords(isolation) },
  ...(continues === undefined ? {} : { continues }),
});

/** What the machine refuses, such as to write on a full disk, ends the session. Ctrl-C also ends a running git, whose failure is none of the build. */
const ended = async (build: Build, { first }: BuildBeginning): Promise<StepEnd> => {
  const { signal } = build.context;
  const end = await (async () => carryOutSteps(build, await first(build)))().catch((fault: unknown): StepEnd => {
    if (signal.aborted) return INTERRUPTED;
    const message = `unexpected: ${messageOf(fault)}`;
    return {
      ...{ verdict: "ERROR", exitCode: EXIT.unexpected },
      result: null,
      errors: [{ code: "internal", message, cause: fault }],
    };
  });
  return signal.aborted && end.verdict !== "PASS" && end.verdict !== "FAIL" ? { ...end, ...INTERRUPTED } : end;
};

/** Records how the session ended, and tells of the build. */
const finish = async (build: Build, end: StepEnd): Promise<Outcome<BuildResult>> => {
  const { runId, session, events, artifactsRoot, baseline, context, config } = build;
  const { directory } = session;
  const { exitCode, needs = [] } = end;
  const verdict = end.verdict === "REFUSED" ? "ERROR" : end.verdict;
  const warnings = session.taken().warnings.map(warningInWords);
  // The disk may be full.
  if (exitCode === EXIT.unexpected) await session.makeRoom();
  await session.settle();
  const standing = buildState(events);
  const { branch } = await branchStanding(build, standing);
  const evidence = verdict === "PASS" ? evidenceOfBuild(standing, build) : null;
  const summary = {
    ...{ run_id: runId, verdict, exit_code: exitCode, working_branch: branch, baseline_commit: baseline },
    milestones: standing.milestones.map((each) => ({ ...each })),
    ...(exitCode === EXIT.waiting ? { needs } : {}),
    ...(evidence === null ? {} : { evidence }),
    ...{ warnings, config: jsonObject(config) },
    spent: spentDocument(storedBuild(artifactsRoot, runId).spending),
  };
  await session.finish({ verdict, exitCode, summary });
  const story = storedBuild(artifactsRoot, runId);
  const { next, resume } = await nextAfter(artifactsRoot, { kind: "build", runId }, context);
  const errors = end.errors?.map((error) => ofBuild(error, runId)) ?? [];
  const { lines, ...opened } = await pullRequestOf(build, verdict, end);
  return {
    ...{ exitCode, verdict, runId, paths: { artifacts: directory }, errors },
    warnings: [...warnings.map((message) => ({ code: "warning", message })), ...(end.warnings ?? [])],
    counts: {
      ...{ windows: standing.windows.length, orders: standing.landed.length },
      milestones: standing.milestones.length,
      reached: standing.milestones.filter((each) => each.state === "done").length,
    },
    result: {
      ...buildResult(story, needs),
      ...(verdict === "PASS" ? {} : { resume: end.resume ?? resume }),
      ...opened,
    },
    ...{ lines, next },
  };
};

/** What came of the pull request that the build was to end in, and of its last push. */
const pullRequestOf = async (
  { runId, artifactsRoot, config, context, events }: Build,
  verdict: RunVerdict,
  { push, exitCode, needs = [] }: StepEnd,
): Promise<Pick<BuildResult, "pullRequest" | "push"> & { readonly lines: readonly string[] }> => {
  const own = push === undefined ? {} : { push };
  if (!config.pr) return { ...own, lines: [] };
  if (verdict === "PASS" && buildState(events).branch === null)
    return { ...own, pullRequest: null, lines: ["no pull request: nothing was made"] };
  const { afterRun } = await import("../github/after-run.ts");
  const waits = exitCode === EXIT.waiting ? { needs } : {};
  const { url, lines, pushed } = await afterRun(artifactsRoot, { kind: "build", runId, verdict, ...waits }, context);
  const now = push === undefined || pushed === null ? own : { push: { ...push, pushed: true, message: pushed } };
  return { ...now, pullRequest: url, lines };
};

/** An error of a step: the run of a step goes on with the whole build. */
const ofBuild = (error: OutcomeError, runId: string): OutcomeError =>
  !("hint" in error) || error.hint === undefined
    ? error
    : { ...error, hint: error.hint.replace(/llmch resume [0-9A-Z]{26}/, `llmch resume ${runId}`) };
