import { basename, join, resolve } from "node:path";
import { addAbortSignal } from "node:stream";
import { accepted, type Refusal, refusal, rejected, type Verdict } from "@llmch/contract";
import { checkPlanDirectory, probeDirectory, readStandardInput, readTextFile, resolveArtifactsRoot } from "@llmch/host";
import { templateFault } from "@llmch/planner";
import type { Surroundings } from "../main.ts";
import type { PlanOptions } from "../options.ts";
import { type ModelSource, modelSource } from "../run/model-source.ts";
import { readTarget, type Target } from "./target.ts";

/** Everything that a compile needs, read before a token is spent (contract §4). */
export interface PlanInputs {
  readonly spec: string;
  readonly template: string;
  readonly templatePath: string;
  readonly doctrine: string;
  readonly target: Target;
  readonly model: ModelSource;
}

/**
 * Reads what a plan is made from, and refuses where something is missing.
 * @param keptSpec the spec as an earlier life of the run read it
 */
export const readPlanInputs = async (
  options: PlanOptions,
  surroundings: Surroundings,
  keptSpec?: string,
): Promise<Verdict<PlanInputs, Refusal>> => {
  const { cwd, env, templates } = surroundings;
  const settings = surroundings.settings.values;
  const spec = keptSpec === undefined ? await readSpec(options.spec, surroundings) : accepted(keptSpec);
  if (!spec.ok) return spec;
  if (spec.value.trim() === "") {
    return rejected(refusal("unreadable-input", `the spec ${options.spec} is empty`, "say what is to be built"));
  }
  const templatePath =
    options.template === undefined ? join(templates, "PLANNER_PROMPT.md") : resolve(cwd, options.template);
  const template = await readTextFile(templatePath);
  if (!template.ok) return template;
  const fault = templateFault(template.value, basename(templatePath));
  if (fault !== null) return rejected(fault);
  const doctrine = await readTextFile(join(templates, "DOCTRINE.md"));
  if (!doctrine.ok) return doctrine;
  if (options.outdir !== undefined) {
    const free = await checkPlanDirectory(resolve(cwd, options.outdir), { overwrite: options.overwrite });
    if (!free.ok) return free;
  }
  const keepable = probeDirectory(resolveArtifactsRoot(options.artifactsDir, env, cwd));
  if (!keepable.ok) return keepable;
  const target = await readTarget(options.repo === undefined ? null : resolve(cwd, options.repo), settings.planner);
  if (!target.ok) return target;
  const model = await modelSource(options, surroundings.settings, "planner", env);
  if (!model.ok) return model;
  return accepted({
    spec: spec.value,
    template: template.value,
    templatePath,
    doctrine: doctrine.value,
    target: target.value,
    model: model.value,
  });
};

const readSpec = async (spec: string, { cwd, signal }: Surroundings): Promise<Verdict<string, Refusal>> => {
  if (spec !== "-") return readTextFile(resolve(cwd, spec));
  // Whoever types a spec may change their mind: an interrupt ends the reading too.
  addAbortSignal(signal, process.stdin);
  return readStandardInput();
};
