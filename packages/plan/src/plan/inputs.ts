import { basename, join, resolve } from "node:path";
import type { Context, PlanOptions } from "@llmch/config";
import type { Design } from "@llmch/contract";
import { probeDirectory, readTextFile } from "@llmch/files";
import {
  type Designing,
  type PlanFeedback,
  type PlanQuestion,
  type PlanWindow,
  planWindow,
  templateFault,
} from "@llmch/planner";
import { designingBy, type ModelSource, modelSource } from "@llmch/records";
import { checkPlanDirectory, resolveArtifactsRoot } from "@llmch/store";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { readNamedText } from "@llmch/workspace";
import { listTarget, readTarget, type Target } from "./target.ts";

/** What a plan is made from. */
export interface PlanSources {
  readonly spec: string;
  readonly template: string;
  readonly templatePath: string;
  readonly doctrine: string;
  readonly target: Target;
  /** The plan to change; null for a new one. */
  readonly standing: PlanFeedback | null;
  /** The design that the plan follows; null if there is none. */
  readonly design: Design | null;
  /** The designer of the work; null if it is not designed first. */
  readonly designing: Designing | null;
  /** For each demand of the spec, the box that its order ticks; undefined if orders tick none. */
  readonly boxes: PlanQuestion["boxes"];
  /** The window of a build that it plans; null for any other plan. */
  readonly window: PlanWindow | null;
}

/** Texts already read: a spec from standard input, or what a previous session or another run kept. */
export interface GivenTexts {
  readonly spec?: string;
  /** The plan that `revises` names. */
  readonly standing?: string;
  /** The design that it follows. */
  readonly design?: Design | null;
  /** The commit that holds the plan's work so far, which its planner looks at; null or left out for HEAD. */
  readonly work?: string | null;
}

/** Everything that a compile needs, read before a token is spent (contract §4). */
export interface PlanInputs extends PlanSources {
  readonly model: ModelSource;
}

/** Finds the model that answers, once everything else is in place; refuses if there is none. */
export const withModel = async (
  sources: PlanSources,
  options: PlanOptions,
  { settings, env, cwd }: Context,
): Promise<Result<PlanInputs, Refusal>> => {
  const model = await modelSource(options, settings, "planner", { env, cwd });
  return model.ok ? accepted({ ...sources, model: model.value }) : model;
};

/** Reads what a plan is made from; refuses if something is missing. */
export const readPlanSources = async (
  options: PlanOptions,
  context: Context,
  given: GivenTexts = {},
): Promise<Result<PlanSources, Refusal>> => {
  const { cwd, env, templates } = context;
  const spec =
    given.spec === undefined
      ? await readNamedText(resolve(cwd, options.spec), env, { hint: "check the path; `-` reads standard input" })
      : accepted(given.spec);
  if (!spec.ok) return spec;
  if (spec.value.trim() === "") {
    return rejected(refusal("unreadable-input", `the spec ${options.spec} is empty`, "say what is to be built"));
  }
  const templatePath =
    options.template === undefined ? join(templates, "PLANNER_PROMPT.md") : resolve(cwd, options.template);
  const template = await readNamedText(templatePath, env);
  if (!template.ok) return template;
  const fault = templateFault(template.value, basename(templatePath));
  if (fault !== null) return rejected(fault);
  const doctrine = await readTextFile(join(templates, "DOCTRINE.md"));
  if (!doctrine.ok) return doctrine;
  if (options.outdir !== undefined) {
    const free = await checkPlanDirectory(resolve(cwd, options.outdir), {
      overwrite: options.overwrite,
      hasDesign: context.settings.values.design.make || given.design != null,
    });
    if (!free.ok) return free;
  }
  const artifactsRoot = resolveArtifactsRoot(options.artifactsDir, env, cwd);
  const keepable = probeDirectory(artifactsRoot);
  if (!keepable.ok) return keepable;
  const target = await readTarget(
    options.repo === undefined ? null : resolve(cwd, options.repo),
    context.settings.values,
    { env, spec: spec.value, at: options.part?.commit ?? given.work ?? null, standing: options.part?.standing ?? null },
  );
  if (!target.ok) return target;
  // Orders that have landed are judged by the repo that they were planned for.
  const { directory } = target.value;
  const planned =
    given.work == null || directory === null ? target : await listTarget(directory, context.settings.values, { env });
  if (!planned.ok) return planned;
  const { design = null } = given;
  const designing = design === null ? await designingBy(context.settings.values, templates) : accepted(null);
  if (!designing.ok) return designing;
  return accepted({
    spec: spec.value,
    template: template.value,
    templatePath,
    doctrine: doctrine.value,
    target: { ...target.value, files: planned.value.files },
    design,
    designing: designing.value,
    boxes: boxesOf(options.imported),
    window: planWindow(options.part),
    standing:
      options.revises === undefined || given.standing === undefined
        ? null
        : { plan: given.standing, feedback: options.revises.feedback },
  });
};

const boxesOf = (imported: PlanOptions["imported"]): PlanQuestion["boxes"] =>
  imported?.ticks === true
    ? imported.items.map(({ path, line, sha256, box }) => (box === null ? null : { path, line, sha256 }))
    : undefined;
