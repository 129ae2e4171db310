import { callKey, type Design, orderCall } from "@llmch/contract";
import { type BaselineMemory, type EarlyJob, type OrderJob, verifyEnv } from "@llmch/factory";
import { designForOrder } from "@llmch/planner";
import { resolveProgram } from "@llmch/process";
import { type LoadedOrder, limitsFor } from "@llmch/records";
import type { At } from "./at.ts";
import type { OrderPorts } from "./ports.ts";

/** What differs between work on an order before its turn and in it. */
export interface JobPlace {
  readonly at: At;
  readonly design: Design | null;
  /** The root of the worktree. */
  readonly root: string;
  readonly baseline: () => Promise<BaselineMemory>;
  /** Left out in the order's turn. */
  readonly early?: EarlyJob | undefined;
}

/** The factory's job for an order, according to the run's options and settings. */
export const jobOf = (
  { order, origin }: LoadedOrder,
  { at: { shownRed }, design, root, baseline, early }: JobPlace,
  { facts, models }: Pick<OrderPorts, "facts" | "models">,
): OrderJob => {
  const { config, settings, plan, template, review, choices, afterExempt } = facts;
  const { factory, models: known, verify, setup, tools, triage } = settings;
  const limits = limitsFor(factory.model, known);
  const isStrict = order.verify_exempt || afterExempt.has(order.id);
  return {
    ...{ order, origin },
    plan: plan.map((each) => (each.id === order.id ? order : each)),
    template,
    maxAttempts: config.max_attempts,
    timeoutSeconds: config.timeout_seconds,
    // No order ends sooner than the record that answers it.
    stopOnRepeat: (id, attempt) =>
      config.stop_on_repeat && !models.record.continued.has(callKey(orderCall(id, attempt))),
    mayBeEmpty: (attempt) =>
      config.allow_empty === true || models.record.landed.has(callKey(orderCall(order.id, attempt))),
    settings: limits,
    limitsOf: (model) => limitsFor([model], known),
    design: design === null ? "" : designForOrder(design, order, limits.designBytes),
    fixes: verify.fix,
    verifyEnv: verifyEnv(verify.env),
    repoDerives: setup.derive,
    verifiedBy: { choices, isInstalled: (path) => resolveProgram(path, { path: "", cwd: root }) !== null },
    checkCommands: tools.commands,
    escalation: factory.escalation,
    triage: triage.orders ? triage : undefined,
    baseline: isStrict ? undefined : baseline,
    shownRed: isStrict || shownRed === null ? undefined : async () => shownRed,
    early,
    strict: config.strict === true,
    needsTests: config.strict === true,
    // A guess is worth neither a review nor a look at what holds already.
    review: early === undefined ? (review ?? undefined) : undefined,
    triesAcceptance: early === undefined ? { strict: config.strict === true } : undefined,
  };
};
