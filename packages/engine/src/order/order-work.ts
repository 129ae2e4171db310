import { callKey, commitMessage, createRedactor, orderCall } from "@llmch/contract";
import { carryOut, type DeriveCommand, type PreviousSession } from "@llmch/factory";
import { type CommandRequest, createCommands, resolveProgram } from "@llmch/process";
import type { StoredRun } from "@llmch/store";
import type { Worktree } from "@llmch/workspace";
import { filesOf } from "../derived/derived-record.ts";
import { landCandidate } from "../landing/land-candidate.ts";
import type { LoadedOrder } from "../orders/load-orders.ts";
import type { Session } from "../session/session.ts";
import type { OrderEnding } from "./order-ending.ts";
import type { OrderRunContext } from "./order-run-context.ts";
import { testsChanged } from "./tests-changed.ts";

/** What earlier sessions of the order's run have left. */
export interface Earlier {
  readonly before: PreviousSession | null;
  readonly stored: StoredRun | null;
}

/** Has an order carried out in a worktree, and lands what passed. */
export const carryOutIn = async (
  worktree: Worktree,
  { order, sha256 }: LoadedOrder,
  { before, stored }: Earlier,
  session: Session,
  context: OrderRunContext,
): Promise<OrderEnding> => {
  const { plan, template, branch, config, settings, choices, clock, landing, push, secrets, baselines } = context;
  const isStrict = order.verify_exempt || context.afterExempt.has(order.id);
  const job = {
    order,
    plan: plan.map((each) => (each.id === order.id ? order : each)),
    template,
    maxAttempts: config.max_attempts,
    timeoutSeconds: config.timeout_seconds,
    stopOnRepeat: config.stop_on_repeat,
    mayBeEmpty: (attempt: number) =>
      config.allow_empty === true || context.landedBefore.has(callKey(orderCall(order.id, attempt))),
    settings,
    fixes: context.fixes,
    repoDerives: context.setup.derive,
    triesAcceptance: { strict: config.strict === true },
    verifiedBy: {
      choices,
      isInstalled: (path: string) => resolveProgram(path, { path: "", cwd: worktree.root }) !== null,
    },
    ...(isStrict ? {} : { baseline: await baselines.memoryFor(worktree.baseline(), stored) }),
  };
  const ports = {
    model: context.modelFor(session),
    workspace: worktree,
    commands: commandsIn(worktree, session, context),
    outlines: context.outlines,
    redactor: createRedactor(secrets),
    ledger: session,
    clock,
    stop: context.signal,
    recordedDerived: async (id: string, attempt: number) => {
      const record = context.derivedBefore(id, attempt);
      return record === null ? null : { filesOf: (command: DeriveCommand) => filesOf(record, command) };
    },
  };
  const { attempts, ...outcome } = await carryOut(job, worktree.baseline(), ports, before ?? undefined);
  if (outcome.kind !== "candidate") {
    const changed = worktree.changedRepo();
    if (changed !== null) await session.emit({ type: "warning", message: changed });
    return { ...outcome, attempts };
  }
  const title = createRedactor(secrets).text(order.title);
  const planRunId = order.provenance?.planner_run_id ?? null;
  const { paths: tests, weakened } = await testsChanged(order.id, outcome.candidate, worktree, context.repo);
  if (weakened !== null) await session.emit({ type: "warning", message: weakened });
  const message = commitMessage({
    order: order.id,
    title,
    orderSha256: sha256,
    runId: session.runId,
    planRunId,
    tests,
  });
  const landingPorts = { landing, push, workspace: worktree, ledger: session, clock };
  const { attempt, ...landed } = await landCandidate(outcome.candidate, { message, branch }, landingPorts);
  if (landed.kind === "passed") await baselines.landed(landed.commit.commit, outcome.candidate);
  return { ...landed, attempts: [...attempts, attempt] };
};

/** Runs an order's commands once dependency folders stand as they were asked for. */
const commandsIn = (
  worktree: Worktree,
  { directory }: Session,
  { signal, secrets, observer, setup }: OrderRunContext,
) => {
  const { root, environment, enclosure } = worktree;
  const place = { root, environment, enclosure, artifacts: directory, signal, secrets, onOutput: observer.output };
  const commands = createCommands(place);
  const asSetup = () => (setup.network ? createCommands({ ...place, enclosure: worktree.networked() }) : commands);
  return {
    run: async (request: CommandRequest & { readonly asSetup?: boolean }) => {
      await worktree.ready();
      return (request.asSetup === true ? asSetup() : commands).run(request);
    },
  };
};
