import { join } from "node:path";
import type { BuildState, BuildStep } from "@llmch/build";
import type { EventBody, Milestone } from "@llmch/contract";
import { acceptPlan, type Ledger, verifyEnv } from "@llmch/factory";
import { makeDirectory, monotonicClock } from "@llmch/files";
import { createCommands } from "@llmch/process";
import { limitsFor } from "@llmch/records";
import { type Trial, whileTried } from "@llmch/run";
import { formatRefusal } from "@llmch/text";
import { done, INTERRUPTED } from "../../outcome.ts";
import { type Build, branchStanding, numbered, type StepEnd, tell } from "../build.ts";
import { hasConsent } from "../consent.ts";
import { scopeOf } from "../documents.ts";

type JudgeStep = Extract<BuildStep, { readonly kind: "judge" }>;
type Judged = Extract<EventBody, { readonly type: "milestones_judged" }>["milestones"][number];

/** Runs the acceptance of milestones on the branch's tip, in a worktree that nothing is kept of. */
export const judgeMilestones = async ({ milestones }: JudgeStep, state: BuildState, build: Build): Promise<StepEnd> => {
  const { repo, context, isolation, session, events } = build;
  const { env, signal, secrets, settings } = context;
  const { commit: tip } = await branchStanding(build, state);
  const folder = `judged/${numbered(events.filter(({ type }) => type === "milestones_judged").length + 1)}`;
  const scope = scopeOf(build);
  const place = { env, signal, secrets, values: settings.values };
  const tried = await whileTried(repo, tip, isolation, place, async (trial) => {
    const judged: Judged[] = [];
    for (const milestone of scope.milestones.filter(({ id }) => milestones.includes(id))) {
      const failing = await failingIn(milestone.acceptance, `${folder}/${milestone.id}`, trial, build);
      if (failing === null) return null;
      judged.push({ id: milestone.id, failing });
    }
    return judged;
  });
  if (tried.kind === "interrupted" || signal.aborted || (tried.kind === "done" && tried.value === null))
    return INTERRUPTED;
  // A tree that cannot be set up shows nothing that works.
  const judged =
    tried.kind === "unready"
      ? milestones.map((id) => ({ id, failing: [formatRefusal(tried.why)] }))
      : (tried.value ?? []);
  await session.settle();
  // Of a tip that people have moved meanwhile nothing counts: it is judged again.
  if ((await branchStanding(build, state)).commit !== tip) return done(null);
  await tell(build, { type: "milestones_judged", tip, milestones: judged });
  return done(null);
};

/** Which of the commands fails first; null if a signal came. */
const failingIn = async (
  acceptance: Milestone["acceptance"],
  folder: string,
  { worktree, timeoutSeconds }: Trial,
  build: Build,
): Promise<readonly string[] | null> => {
  const { session, context, config } = build;
  const { signal, secrets, settings } = context;
  // A scope that no person has seen holds commands that nobody has.
  const wish = config.approve.includes("scope") || hasConsent(build) ? undefined : { allowsNetwork: false };
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
  if (verdict.kind === "interrupted") return null;
  if (verdict.kind === "open") return [];
  const { brief } = verdict;
  return [("command" in brief ? brief.command : null) ?? brief.primary_error_excerpt];
};

/** A ledger whose documents go into a folder, and whose events are the build's. */
const below = (folder: string, ledger: Ledger): Ledger => ({
  ...ledger,
  record: (name, value) => ledger.record(`${folder}/${name}`, value),
  recordText: (name, text) => ledger.recordText(`${folder}/${name}`, text),
  recordBytes: (name, bytes) => ledger.recordBytes(`${folder}/${name}`, bytes),
});
