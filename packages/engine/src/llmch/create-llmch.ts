import { type Act, actBySettings, actWithoutSettings } from "./act.ts";
import { compileSpec } from "./compile-spec.ts";
import { outcomeOf, refusedBy } from "./ended.ts";
import { goOn, repoOf } from "./go-on.ts";
import { type Installation, type Instance, instanceOf } from "./instance.ts";
import { auditRun, judgePlan } from "./look-at.ts";
import { optionFault } from "./option-faults.ts";
import { LLMCH_OPTIONS } from "./option-kinds.ts";
import type { Audit, Llmch, LlmchOptions } from "./public.ts";
import { objectedRepoOf, reviseOrderOf } from "./revise-order.ts";
import { runOrders } from "./run-orders.ts";

/**
 * The library: an instance of llmch for one repo. It reads and writes nothing until an act is called, uses nothing of the process except
 * what the installation passes in, and can perform several acts at once.
 */
export const createLlmch = (installation: Installation, options: LlmchOptions = {}): Llmch => {
  const fault = optionFault(options, LLMCH_OPTIONS);
  if (fault === null) return llmchOf(instanceOf(options, installation));
  const refuse = async () => outcomeOf<never>(refusedBy([fault]));
  return {
    ...{ plan: refuse, check: refuse, runAll: refuse, run: refuse, resume: refuse, revise: refuse, ask: refuse },
    audit: refuse,
  };
};

const llmchOf = (instance: Instance): Llmch => {
  const repo = () => instance.repo;
  return {
    plan: (spec, options = {}) =>
      actBySettings(instance, repo, (context) => compileSpec(spec, options, instance, context)),
    check: (target, options = {}) =>
      actWithoutSettings(instance, (context) => judgePlan(target, options, instance, context)),
    runAll: (orders, options = {}) =>
      actBySettings(instance, repo, (context) => runOrders("run-all", orders, options, instance, context)),
    run: (order, options = {}) =>
      actBySettings(instance, repo, (context) => runOrders("run", order, options, instance, context)),
    resume: (run, options = {}) =>
      actBySettings(
        instance,
        () => repoOf(run, instance),
        (context) => goOn(run, options, instance, context),
      ),
    revise: (run, options = {}) =>
      actBySettings(
        instance,
        () => objectedRepoOf(run, instance),
        (context) => reviseOrderOf(run, options, instance, context),
      ),
    ask: (question, options = {}) =>
      actBySettings(instance, repo, async (context) => {
        // Loaded only for questions.
        const { askQuestion } = await import("./ask-question.ts");
        return askQuestion(question, options, instance, context);
      }),
    audit: (run, options = {}) => {
      const act: Act<Audit> = (context) => auditRun(run, options, instance, context);
      if (options?.sequential !== true || (typeof run === "object" && "branch" in run))
        return actWithoutSettings(instance, act);
      return actBySettings(instance, () => repoOf(run, instance), act);
    },
  };
};
