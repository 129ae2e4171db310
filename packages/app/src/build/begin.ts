import { join, resolve } from "node:path";
import { needsScope } from "@llmch/build";
import { type Context, strictnessConflict } from "@llmch/config";
import type { BuildConfig } from "@llmch/contract";
import { modelSource } from "@llmch/records";
import { preflight, runConfig } from "@llmch/run";
import { newRunId, resolveArtifactsRoot } from "@llmch/store";
import { type Refusal, type Result, refusal } from "@llmch/text";
import { readNamedText } from "@llmch/workspace";
import type { OperationContext } from "../context.ts";
import { type Outcome, refused, unplanned } from "../outcome.ts";
import { factoryOptions } from "../request/run-request.ts";
import { carryOutBuild } from "./carry-out-build.ts";
import type { BuildRequest } from "./request.ts";
import type { BuildResult } from "./result.ts";

type Request = Omit<BuildRequest, "status" | "spec" | "note" | "more" | "run"> & {
  readonly spec: NonNullable<BuildRequest["spec"]>;
};

/** Begins a build, if a run-all could begin there and there is a model to ask. */
export const beginBuild = async (
  { spec: named, scope, pr, ...request }: Request,
  given: OperationContext,
): Promise<Outcome<BuildResult>> => {
  const context = withApproval(given);
  const { cwd, env, settings } = context;
  const options = factoryOptions({ ...request, dryRun: true, out: undefined }, context);
  if (!options.ok) return refused(options.issues);
  const conflict = strictnessConflict(options.value);
  if (conflict !== null) return refused([refusal("usage", conflict, "see `llmch build --help`")]);
  const spec = await specText(named, context);
  if (!spec.ok) return refused(spec.issues);
  const artifactsRoot = resolveArtifactsRoot(request.artifactsDir, env, cwd);
  const runId = context.asked?.runId ?? newRunId(artifactsRoot);
  const ordersDirectory = join(artifactsRoot, "build", runId);
  const nothing = { orders: [], ordersDirectory, planAcceptance: [], skipDone: false, checks: false };
  const prepared = await preflight({ ...nothing, options: options.value, runId }, context);
  if (!prepared.ok) return refused(prepared.issues);
  const planner = await modelSource(options.value, settings, "planner", { env, cwd });
  if (!planner.ok) return unplanned(planner.issues);
  const { repo, baseline, baseBranch } = prepared.value;
  const run = runConfig(options.value, settings.values, "", cwd);
  const { orders: _, part: __, by_hand: ___, out: ____, ...asked } = run;
  const config: BuildConfig = {
    ...asked,
    ...(baseBranch === null ? {} : { base_branch: baseBranch }),
    ...{
      spec: typeof named === "string" ? "-" : resolve(cwd, named.file),
      scope,
      pr,
      approve: settings.values.approve,
    },
  };
  return carryOutBuild({
    ...{ runId, artifactsRoot, config, run, baseline, spec: spec.value, repo, context, previous: null },
    model: planner.value,
    scoped: scope === "always" || (scope === "auto" && needsScope(spec.value, settings.values.build.window)),
    resuming: { ...options.value, sandbox: true },
    conversations: new Map(),
    first: async () => null,
  });
};

/** A build waits with its scope unless its user says otherwise, or has consented to whatever it plans (contract §11). */
const withApproval = (context: OperationContext): OperationContext => {
  const { settings, asked } = context;
  const named = Object.hasOwn(settings.origins, "approve") ? settings.values.approve : (["scope"] as const);
  const approve = named.filter((kind) => kind !== "scope" || asked?.consent !== true);
  return { ...context, settings: { ...settings, values: { ...settings.values, approve } } };
};

const specText = async (named: Request["spec"], { cwd, env }: Context): Promise<Result<string, Refusal>> => {
  const spec =
    typeof named === "string"
      ? ({ ok: true, value: named } as const)
      : await readNamedText(resolve(cwd, named.file), env, { hint: "check the path; `-` reads standard input" });
  if (!spec.ok || spec.value.trim() !== "") return spec;
  return {
    ok: false,
    issues: [refusal("unreadable-input", "the spec is empty", "say what is to be built")],
  };
};
