import { join, resolve } from "node:path";
import { goalFault, goalSpec, needsScope } from "@llmch/build";
import { type FactoryOptions, strictnessConflict } from "@llmch/config";
import type { BuildConfig } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import { modelSource } from "@llmch/records";
import { preflight, runConfig, unstartable } from "@llmch/run";
import { newRunId, resolveArtifactsRoot } from "@llmch/store";
import { SYNTAX_READERS } from "@llmch/syntax";
import { printable, refusal, shortened } from "@llmch/text";
import { specOf } from "../carry-out/spec-of.ts";
import type { OperationContext } from "../context.ts";
import { type Outcome, refused, unplanned } from "../outcome.ts";
import { factoryOptions } from "../request/run-request.ts";
import { carryOutBuild } from "./carry-out-build.ts";
import type { BuildRequest } from "./request.ts";
import type { BuildResult } from "./result.ts";

type Request = Omit<BuildRequest, "status" | "note" | "more" | "run">;

/** Begins a build, if a run-all could begin there and there is a model to ask. */
export const beginBuild = async (
  { goal: goals = [], spec: asked, import: format, scope, pr, ...request }: Request,
  given: OperationContext,
): Promise<Outcome<BuildResult>> => {
  const fault = goalFault(goals, SYNTAX_READERS);
  if (fault !== null)
    return refused([
      refusal("usage", `--goal: [${fault.code}] ${fault.message}`, `see \`llmch explain ${fault.code}\``),
    ]);
  const hasGoals = goals.length > 0;
  const named = asked ?? goalSpec(goals);
  const context = withApproval(given, hasGoals);
  const { cwd, env, settings } = context;
  const options = factoryOptions({ ...request, dryRun: true, out: undefined }, context);
  if (!options.ok) return refused(options.issues);
  const conflict = strictnessConflict(options.value);
  if (conflict !== null) return refused([refusal("usage", conflict, "see `llmch build --help`")]);
  const read = await specOf(named, { format, repo: request.repo, tries: false }, context);
  if (!read.ok) return refused(read.issues);
  const { text: spec, plan } = read.value;
  if (spec.trim() === "") return refused([refusal("unreadable-input", "the spec is empty", "say what is to be built")]);
  const artifactsRoot = resolveArtifactsRoot(request.artifactsDir, env, cwd);
  const runId = context.asked?.runId ?? newRunId(artifactsRoot);
  const ordersDirectory = join(artifactsRoot, "build", runId);
  const nothing = { orders: [], ordersDirectory, planAcceptance: [], skipDone: false, checks: false };
  const prepared = await preflight({ ...nothing, options: options.value, runId }, context);
  if (!prepared.ok) return refused(prepared.issues);
  const planner = await modelSource(options.value, settings, "planner", { env, cwd });
  if (!planner.ok) return unplanned(planner.issues);
  const { repo, baseline, baseBranch } = prepared.value;
  const unmade = unstartable(goals, repo, env);
  if (unmade !== null) {
    const message = printable(
      `--goal: \`${shortened(unmade.command)}\` runs ${unmade.program}, which is not on the PATH`,
    );
    const hint = "install it, or give what a shell understands to one: `--goal \"sh -c '…'\"`";
    return refused([refusal("program-missing", message, hint)]);
  }
  const config = buildConfig(options.value, settings.values, cwd, {
    ...(baseBranch === null ? {} : { base_branch: baseBranch }),
    ...(plan === null ? {} : { imported: plan.record }),
    ...{ spec: typeof named === "string" ? "-" : resolve(cwd, named.file), scope, pr },
    ...(hasGoals ? { goals } : {}),
  });
  return carryOutBuild({
    ...{ runId, artifactsRoot, config, baseline, spec, repo, context, previous: null },
    options: ofWindows(options.value, artifactsRoot),
    model: planner.value,
    scoped: hasGoals || scope === "always" || (scope === "auto" && needsScope(spec, settings.values.build.window)),
    steering: {},
    conversations: new Map(),
    first: async () => null,
  });
};

/** The options and settings that apply to a build, as its record tells them. */
export const buildConfig = (
  options: FactoryOptions,
  values: Settings,
  cwd: string,
  own: Pick<BuildConfig, "spec" | "scope" | "pr" | "goals" | "base_branch" | "imported">,
): BuildConfig => {
  const { orders: _, part: __, by_hand: ___, out: ____, ...asked } = runConfig(options, values, "", cwd);
  return { ...asked, ...own, approve: values.approve };
};

/** How a build's windows are carried out. */
export const ofWindows = (options: FactoryOptions, artifactsDir: string): FactoryOptions => ({
  ...options,
  ...{ artifactsDir, dryRun: false },
});

/** A build waits with its scope unless its user says otherwise, typed its goals, or has consented to whatever it plans (contract §11). */
const withApproval = (context: OperationContext, hasGoals: boolean): OperationContext => {
  const { settings, asked } = context;
  const named = Object.hasOwn(settings.origins, "approve") ? settings.values.approve : (["scope"] as const);
  const isAgreed = asked?.consent === true || (hasGoals && asked?.by !== "program");
  const approve = named.filter((kind) => kind !== "scope" || !isAgreed);
  return { ...context, settings: { ...settings, values: { ...settings.values, approve } } };
};
