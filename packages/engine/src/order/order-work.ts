import {
  callKey,
  commitMessage,
  createRedactor,
  type Design,
  orderCall,
  type Round,
  type Steps,
} from "@llmch/contract";
import { escalationOf } from "@llmch/contract/settings";
import {
  type AttemptRecord,
  type BaselineMemory,
  type Candidate,
  carryOut,
  type DeriveCommand,
  type Files,
  type Gates,
  type Ledger,
  type Model,
  metered,
  type OrderOutcome,
  type RedCommand,
} from "@llmch/factory";
import { inTurns } from "@llmch/files";
import type { Recorder } from "@llmch/models";
import { designForOrder } from "@llmch/planner";
import { type CommandRequest, createCommands, resolveProgram } from "@llmch/process";
import type { Worktree } from "@llmch/workspace";
import { limitsFor } from "../asking/limits.ts";
import { filesOf } from "../derived/derived-record.ts";
import { divisionIn } from "../division/order-division.ts";
import { landCandidate } from "../landing/land-candidate.ts";
import type { LoadedOrder } from "../orders/load-orders.ts";
import type { Session } from "../session/session.ts";
import { authorOf } from "./author.ts";
import type { OrderEnding } from "./order-ending.ts";
import type { OrderRunContext } from "./order-run-context.ts";
import type { Earlier } from "./previous-session.ts";
import { reviewerOf } from "./reviewer.ts";
import { scratchIn } from "./scratch.ts";
import { testsChanged } from "./tests-changed.ts";

/** Where work on an order is recorded, and what it is asked and judged on. */
export interface WorkPlace {
  readonly ledger: Ledger;
  /** Receives the output of commands. */
  readonly directory: string;
  readonly model: Model;
  /** Records the calls to the model. */
  readonly recorder: Recorder;
  /** The design that the orders of the run follow; null if there is none. */
  readonly design: Design | null;
  /** What its prompts show; by default the worktree. */
  readonly view?: Files;
  /** The commit that contains what its prompts show; by default what the worktree shows. */
  readonly seen?: () => Promise<string>;
  /** Updates the dependency folders to match the worktree; returns the reason if it cannot. */
  readonly setUp: () => Promise<string | null>;
  readonly gates?: Gates;
  /** Which failing verify commands the model is told about; by default those in the worktree. */
  readonly shownRed?: () => Promise<readonly RedCommand[]>;
  /** What is known about the tree that the gates start from; by default what the run remembers about it. */
  readonly baseline?: () => Promise<BaselineMemory>;
  readonly isAhead?: boolean;
}

/** Carries out an order in a worktree, up to a candidate. */
export const workOn = async (
  worktree: Worktree,
  { order }: LoadedOrder,
  { before, stored }: Earlier,
  place: WorkPlace,
  context: OrderRunContext,
): Promise<OrderOutcome> => {
  const { plan, template, review, config, settings, choices, clock, secrets, baselines } = context;
  const { ledger, directory, recorder, design, view, seen = null, setUp, gates, shownRed, isAhead = false } = place;
  const { baseline = () => baselines.memoryFor(worktree.baseline(), stored) } = place;
  const isStrict = order.verify_exempt || context.afterExempt.has(order.id);
  const limits = limitsFor(settings.model, context.models);
  const job = {
    order,
    plan: plan.map((each) => (each.id === order.id ? order : each)),
    template,
    maxAttempts: config.max_attempts,
    timeoutSeconds: config.timeout_seconds,
    stopOnRepeat: config.stop_on_repeat,
    mayBeEmpty: (attempt: number) =>
      config.allow_empty === true || context.landedBefore.has(callKey(orderCall(order.id, attempt))),
    settings: limits,
    limitsOf: (model: string) => limitsFor([model], context.models),
    ...(design === null ? {} : { design: designForOrder(design, order, limits.designBytes) }),
    fixes: context.fixes,
    repoDerives: context.setup.derive,
    triesAcceptance: { strict: config.strict === true },
    verifiedBy: {
      choices,
      isInstalled: (path: string) => resolveProgram(path, { path: "", cwd: worktree.root }) !== null,
    },
    isAhead,
    ...(review === null ? {} : { review }),
    checkCommands: context.tools.commands,
    escalation: escalationOf(settings),
    ...(context.triage.orders ? { triage: context.triage } : {}),
    ...(isStrict ? {} : { baseline }),
    ...(isStrict || shownRed === undefined ? {} : { shownRed }),
  };
  const commands = commandsIn(worktree, directory, context);
  const costs = before?.progress.costs ?? [];
  const { model, cost } = metered(place.model, costs.length === 0 ? 0 : (costs.at(-1) ?? null));
  const division = divisionIn(worktree, { model, recorder, setUp, commands }, context);
  const author = authorOf({ model, ledger, earlier: { before, stored } }, context);
  const ports = {
    ...{ model, cost },
    ...(author === null ? {} : { author }),
    scratch: scratchIn(worktree, { seen, commands, setUp, enter: () => context.gateSlots.take(context.signal) }),
    workspace: worktree,
    ...(view === undefined ? {} : { view }),
    ...(gates === undefined ? {} : { gates }),
    ...(division === null ? {} : { division }),
    ...(review === null ? {} : { reviewer: reviewerOf({ model, ledger, review }, context) }),
    commands,
    outlines: context.outlines,
    redactor: createRedactor(secrets),
    ledger,
    clock,
    stop: context.signal,
    inTurns: <Value>(work: Steps<Value>) => inTurns(work, context.signal),
    recordedDerived: async (id: string, at: Round) => {
      const record = context.derivedBefore(id, at);
      return record === null ? null : { filesOf: (command: DeriveCommand) => filesOf(record, command) };
    },
  };
  return carryOut(job, ports, before ?? undefined);
};

/** The part of a candidate's worktree that landing needs. */
export type CandidatePlace = Pick<Worktree, "advance" | "reset" | "trackedFiles">;

/** Lands a candidate that passed. */
export const landWork = async (
  candidate: Candidate,
  attempts: readonly AttemptRecord[],
  { order, sha256 }: LoadedOrder,
  place: CandidatePlace,
  session: Session,
  context: OrderRunContext,
): Promise<OrderEnding> => {
  const { branch, clock, landing, push, secrets, baselines } = context;
  const title = createRedactor(secrets).text(order.title);
  const planRunId = order.provenance?.planner_run_id ?? null;
  const { paths: tests, weakened } = await testsChanged(order.id, candidate, place, context.repo);
  if (weakened !== null) await session.emit({ type: "warning", message: weakened });
  const message = commitMessage({
    order: order.id,
    title,
    orderSha256: sha256,
    runId: session.runId,
    planRunId,
    tests,
    children: candidate.children ?? [],
  });
  const landingPorts = { landing, push, workspace: place, ledger: session, clock };
  const { attempt, ...landed } = await landCandidate(candidate, { message, branch }, landingPorts);
  if (landed.kind === "passed") await baselines.landed(landed.commit.commit, candidate);
  return { ...landed, attempts: [...attempts, attempt] };
};

/** What an order is asked and judged on in its turn. */
export type Turn = Pick<WorkPlace, "model" | "recorder" | "view" | "seen" | "setUp" | "gates" | "shownRed">;

/** Carries out an order in a worktree, and lands it if it passes. */
export const carryOutIn = async (
  worktree: Worktree,
  loaded: LoadedOrder,
  earlier: Earlier,
  { model, recorder, view, seen, setUp, gates, shownRed }: Turn,
  session: Session,
  context: OrderRunContext,
): Promise<OrderEnding | Extract<OrderOutcome, { readonly kind: "revise" }>> => {
  const ready = await context.design.of(session);
  if (ready.kind !== "ready") return { ...ready, attempts: earlier.before?.progress.failed ?? [] };
  const here = {
    ...{ model, recorder, design: ready.design, setUp, ledger: session, directory: session.directory },
    ...(seen === undefined ? {} : { seen }),
    ...(view === undefined ? {} : { view }),
    ...(gates === undefined ? {} : { gates }),
    ...(shownRed === undefined ? {} : { shownRed }),
  };
  const { attempts, ...outcome } = await workOn(worktree, loaded, earlier, here, context);
  if (outcome.kind === "candidate") return landWork(outcome.candidate, attempts, loaded, worktree, session, context);
  if (outcome.kind === "paused") throw new Error(`${loaded.order.id} paused in its turn`);
  const changed = worktree.changedRepo();
  if (changed !== null) await session.emit({ type: "warning", message: changed });
  return { ...outcome, attempts };
};

/** Runs an order's commands once the dependency folders are ready. */
const commandsIn = (worktree: Worktree, directory: string, { signal, secrets, observer, setup }: OrderRunContext) => ({
  run: async (request: CommandRequest & { readonly asSetup?: boolean }) => {
    const isNetworked = setup.network && request.asSetup === true;
    // Asked each time: a worktree that shows another commit may have other dependency folders.
    const place = await worktree.commandPlace(isNetworked ? { allowsNetwork: true } : undefined);
    return createCommands({ ...place, artifacts: directory, signal, secrets, onOutput: observer.output }).run(request);
  },
});
