import { join } from "node:path";
import { type BuildState, type BuildStep, goalSpec, goalsInWords } from "@llmch/build";
import type { EventBody, Milestone } from "@llmch/contract";
import { acceptPlan, type Ledger, type PlanVerdict, verifyEnv } from "@llmch/factory";
import { makeDirectory, monotonicClock } from "@llmch/files";
import { createCommands } from "@llmch/process";
import { limitsFor } from "@llmch/records";
import { type Trial, whileTried } from "@llmch/run";
import { formatRefusal, printable, shortened } from "@llmch/text";
import { done, INTERRUPTED, refused } from "../../outcome.ts";
import { beforeOrders } from "../asking.ts";
import { type Build, branchStanding, numbered, type StepEnd, tell } from "../build.ts";
import { hasConsent, hasTypedGoals } from "../consent.ts";
import { scopeOf } from "../documents.ts";

type JudgeStep = Extract<BuildStep, { readonly kind: "judge" }>;
type Judged = Extract<EventBody, { readonly type: "milestones_judged" }>["milestones"][number];

/** Runs the acceptance of milestones on the branch's tip, in a worktree that nothing is kept of. */
export const judgeMilestones = async ({ milestones }: JudgeStep, state: BuildState, build: Build): Promise<StepEnd> => {
  const { repo, context, isolation, session, events, config } = build;
  const { env, signal, secrets, settings } = context;
  const isStart = state.lastWindow === null;
  const { commit: tip } = await branchStanding(build, state);
  const folder = `judged/${numbered(events.filter(({ type }) => type === "milestones_judged").length + 1)}`;
  const scope = scopeOf(build);
  const values = isStart ? beforeOrders(settings).values : settings.values;
  const place = { env, signal, secrets, values };
  const tried = await whileTried(repo, tip, isolation, place, async (trial) => {
    const judged: Judged[] = [];
    for (const milestone of scope.milestones.filter(({ id }) => milestones.includes(id))) {
      const found = await judgeOne(milestone, { folder: `${folder}/${milestone.id}`, isStart }, trial, build);
      if (found === null) return null;
      judged.push(found);
    }
    return judged;
  });
  if (tried.kind === "interrupted" || signal.aborted || (tried.kind === "done" && tried.value === null))
    return INTERRUPTED;
  if (tried.kind === "unready" && isStart) return refused([tried.why]);
  // A tree that cannot be set up shows nothing that works.
  const judged =
    tried.kind === "unready"
      ? milestones.map((id) => ({ id, failing: [formatRefusal(tried.why)] }))
      : (tried.value ?? []);
  await session.settle();
  // Of a tip that people have moved meanwhile nothing counts: it is judged again.
  if ((await branchStanding(build, state)).commit !== tip) return done(null);
  await tell(build, { type: "milestones_judged", tip, milestones: judged });
  const goals = config.goals ?? [];
  const held = goals.filter((goal) => judged.every(({ failing }) => !failing.includes(goal)));
  const isUnread = held.length === goals.length && build.spec !== goalSpec(goals);
  const unread = isUnread ? ": nothing else of the spec is planned" : "";
  if (isStart && held.length > 0 && state.said.length === 0)
    context.face.notes(`holds already: ${goalsInWords(held)}${unread}`);
  return done(null);
};

interface Place {
  /** For its records. */
  readonly folder: string;
  /** Whether nothing was planned so far. */
  readonly isStart: boolean;
}

/** Which command of a milestone fails first, or which of all goals fail; null if a signal came. */
const judgeOne = async (
  { id, acceptance }: Milestone,
  place: Place,
  trial: Trial,
  build: Build,
): Promise<Judged | null> => {
  if (build.config.goals === undefined) {
    const verdict = await verdictOn(acceptance, place, trial, build);
    if (verdict.kind !== "shut") return verdict.kind === "interrupted" ? null : { id, failing: [] };
    const { brief } = verdict;
    return { id, failing: [("command" in brief ? brief.command : null) ?? brief.primary_error_excerpt] };
  }
  const [failing, printed]: [string[], string[]] = [[], []];
  for (const [at, goal] of acceptance.entries()) {
    const verdict = await verdictOn([goal], { ...place, folder: `${place.folder}/goal-${at + 1}` }, trial, build);
    if (verdict.kind === "interrupted") return null;
    if (verdict.kind === "open") continue;
    failing.push(goal.command);
    const told = `${goal.command}: ${verdict.brief.primary_error_excerpt}`;
    if (!goal.hidden) printed.push(shortened(told, MOST_PRINTED));
    build.context.face.notes(printable(`does not pass yet: ${shortened(told, MOST_SAID)}`));
  }
  return { id, failing, printed };
};

/** The most characters of what a goal printed that the next planner is told, and its user. */
const MOST_PRINTED = 1_000;
const MOST_SAID = 200;

const verdictOn = async (
  acceptance: Milestone["acceptance"],
  { folder, isStart }: Place,
  { worktree, timeoutSeconds }: Trial,
  build: Build,
): Promise<PlanVerdict> => {
  const { session, context, config } = build;
  const { signal, secrets, settings } = context;
  // A scope that no person has seen holds commands that nobody has.
  const isTyped = hasTypedGoals(build) && !(isStart && beforeOrders(settings).isOffline);
  const isSeen = config.approve.includes("scope") || hasConsent(build) || isTyped;
  const wish = isSeen ? undefined : { allowsNetwork: false };
  const artifacts = join(session.directory, folder);
  makeDirectory(artifacts);
  const place = await worktree.commandPlace(wish);
  const commands = createCommands({ ...place, artifacts, signal, secrets, provesEnd: true });
  const { factory, models, verify } = settings.values;
  const job = { acceptance, orders: [], strict: false, timeoutSeconds, verifyEnv: verifyEnv(verify.env) };
  const limits = limitsFor(factory.model, models);
  const ledger = below(folder, session);
  const ports = { commands, ledger, clock: monotonicClock, workspace: worktree };
  const verdict = await acceptPlan({ ...job, settings: limits }, ports, null);
  await worktree.reset();
  return verdict;
};

/** A ledger whose documents go into a folder, and whose events are the build's. */
const below = (folder: string, ledger: Ledger): Ledger => ({
  ...ledger,
  record: (name, value) => ledger.record(`${folder}/${name}`, value),
  recordText: (name, text) => ledger.recordText(`${folder}/${name}`, text),
  recordBytes: (name, bytes) => ledger.recordBytes(`${folder}/${name}`, bytes),
});
