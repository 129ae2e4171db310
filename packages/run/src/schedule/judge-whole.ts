import { join } from "node:path";
import { type FailureBrief, namesChecks } from "@llmch/contract";
import { ACCEPTANCE_BEFORE_DOCUMENT, acceptPlan, type PlanVerdict, planCanFail, verifyEnv } from "@llmch/factory";
import { monotonicClock } from "@llmch/files";
import { limitsFor, type Session } from "@llmch/records";
import { readOwnObject } from "@llmch/store";
import { commandLine, commandWords, formatRefusal, shellQuoted, shellWord, textMember } from "@llmch/text";
import { firstObstacle, isPlanSeen } from "../order/approvals.ts";
import { openDesk } from "../order/desk.ts";
import type { OrderPorts } from "../order/ports.ts";
import type { Prepared } from "../preflight/preflight.ts";
import type { Schedule } from "./schedule.ts";

/** Judges a plan by what must hold once all of its orders have landed: before the first one whether it can fail, and after the last. */
export const judgeWhole = async (
  when: "before" | "after",
  { orders, tasks, config }: Schedule,
  prepared: Prepared,
  session: Session | null,
  ports: OrderPorts,
): Promise<PlanVerdict> => {
  const { planAcceptance: acceptance, done } = prepared;
  const isBefore = when === "before";
  if (session === null || acceptance.length === 0) return OPEN;
  // What an earlier order has brought may make it hold.
  if (isBefore && (done.length > 0 || tasks.length === 0)) return OPEN;
  // Nothing runs before a person has agreed: the first order says so.
  if (isBefore && (await firstObstacle(session, ports)) !== null) return OPEN;
  const { settings } = ports.facts;
  const isUnseen = orders.some(({ origin }) => origin === null) && !(await isPlanSeen(session, ports));
  const job = {
    ...{ acceptance, orders: orders.map(({ order }) => order), strict: config.strict === true },
    ...{ settings: limitsFor(settings.factory.model, settings.models), timeoutSeconds: config.timeout_seconds },
    verifyEnv: verifyEnv(settings.verify.env),
    unseen: new Set(isUnseen ? acceptance.map(({ command }) => command) : []),
  };
  const commit = ports.ground.landing.tip();
  try {
    const lease = await ports.ground.leases.lease(commit);
    try {
      const { worktree, commands, setUp } = await openDesk(lease, { base: commit, view: commit }, session, ports);
      const ready = await setUp();
      const why = ready.ok ? null : ready.issues[0];
      if (why === "interrupted") return INTERRUPTED;
      const place = { commands, ledger: session, clock: monotonicClock, workspace: worktree };
      const verdict = isBefore
        ? await planCanFail(job, place)
        : await acceptPlan(job, place, why && formatRefusal(why));
      const { brief = null } =
        verdict.kind === "shut" ? { brief: await withBisect(verdict.brief, prepared, session.directory) } : {};
      if (verdict.kind === "interrupted" || (isBefore && brief === null)) return verdict;
      await session.settle();
      await session.emit({ type: "plan_judged", commit, brief });
      return brief === null ? OPEN : { kind: "shut", brief };
    } finally {
      lease.release({ isClean: false });
    }
  } catch (fault) {
    if (!ports.watch.signal.aborted) throw fault;
    return INTERRUPTED;
  }
};

const OPEN = { kind: "open" } as const;
const INTERRUPTED = { kind: "interrupted" } as const;

/** The brief with the line that finds the commit at which its command began to fail, between the plan's first commit and its last. */
const withBisect = async (
  brief: FailureBrief,
  { repo, branch, baseline, done }: Prepared,
  directory: string,
): Promise<FailureBrief> => {
  const words = brief.stage === "preflight" || brief.command === null ? null : commandWords(brief.command);
  // Its check files are in no commit.
  if (words?.ok !== true || words.value.some(namesChecks)) return brief;
  const below = done.map(({ commit }) => `${commit}^`);
  const start = below.length === 0 ? null : await repo.git.read("merge-base", "--octopus", ...below);
  const good = start?.ok === true ? start.value.trim() : baseline;
  // Any other exit code than 1 would end the search, or skip the commit.
  const script = `${words.value.map(shellWord).join(" ")} || exit 1`;
  const run = commandLine(`sh -c ${shellQuoted(script)}`);
  const bisect = `git bisect start ${shellWord(branch)} ${good} && git bisect run ${run}`;
  const before = readOwnObject(join(directory, ACCEPTANCE_BEFORE_DOCUMENT));
  const isSeenBefore = textMember(before ?? {}, "failed") === brief.command;
  return { ...brief, bisect, ...(isSeenBefore ? { failed_before: true } : {}) };
};
