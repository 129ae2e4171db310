import { basename, join, resolve } from "node:path";
import { addAbortSignal } from "node:stream";
import { EVENT_FORMAT, type JsonObject, type Refusal, refusal, sha256Hex, type Verdict } from "@llmch/contract";
import {
  checkPlanDirectory,
  createRun,
  monotonicClock,
  newRunId,
  probeDirectory,
  pythonReader,
  readStandardInput,
  readTextFile,
  resolveArtifactsRoot,
} from "@llmch/host";
import { type CompileInputs, compileHash, compilePlan, templateFault } from "@llmch/planner";
import { printable } from "../console/paint.ts";
import { createPlanView } from "../console/plan-view.ts";
import { EXIT } from "../exit-codes.ts";
import type { Surroundings } from "../main.ts";
import type { PlanOptions } from "../options.ts";
import { type Outcome, refused } from "../outcome.ts";
import { concludePlan } from "../plan/conclusion.ts";
import { readTarget, type Target } from "../plan/target.ts";
import { createRunGateway } from "../run/gateway.ts";
import { type ModelSource, modelSource } from "../run/model-source.ts";

/** Everything that a compile needs, read before a token is spent (contract §4). */
interface Inputs {
  readonly spec: string;
  readonly template: string;
  readonly templatePath: string;
  readonly doctrine: string;
  readonly target: Target;
  readonly model: ModelSource;
}

/** `llmch plan`: compiles a spec into work orders (contract §4). */
export const plan = async (options: PlanOptions, surroundings: Surroundings): Promise<Outcome> => {
  const inputs = await readInputs(options, surroundings);
  if (!inputs.ok) {
    const exitCode = inputs.issues.some(({ code }) => code === "no-key") ? EXIT.model : EXIT.failed;
    return refused(inputs.issues, exitCode);
  }
  return compile(inputs.value, options, surroundings);
};

const readInputs = async (
  options: PlanOptions,
  { cwd, env, templates, signal }: Surroundings,
): Promise<Verdict<Inputs, Refusal>> => {
  // Whoever types a spec may change their mind: an interrupt ends the reading too.
  if (options.spec === "-") addAbortSignal(signal, process.stdin);
  const spec = options.spec === "-" ? await readStandardInput() : await readTextFile(resolve(cwd, options.spec));
  if (!spec.ok) return spec;
  if (spec.value.trim() === "") {
    const issue = refusal("unreadable-input", `the spec ${options.spec} is empty`, "say what is to be built");
    return { ok: false, issues: [issue] };
  }
  const templatePath =
    options.template === undefined ? join(templates, "PLANNER_PROMPT.md") : resolve(cwd, options.template);
  const template = await readTextFile(templatePath);
  if (!template.ok) return template;
  const fault = templateFault(template.value, basename(templatePath));
  if (fault !== null) return { ok: false, issues: [fault] };
  const doctrine = await readTextFile(join(templates, "DOCTRINE.md"));
  if (!doctrine.ok) return doctrine;
  if (options.outdir !== undefined) {
    const free = await checkPlanDirectory(resolve(cwd, options.outdir), { overwrite: options.overwrite });
    if (!free.ok) return free;
  }
  const keepable = probeDirectory(resolveArtifactsRoot(options.artifactsDir, env, cwd));
  if (!keepable.ok) return keepable;
  const target = await readTarget(options.repo === undefined ? null : resolve(cwd, options.repo));
  if (!target.ok) return target;
  const model = await modelSource(options, env);
  if (!model.ok) return model;
  return {
    ok: true,
    value: {
      spec: spec.value,
      template: template.value,
      templatePath,
      doctrine: doctrine.value,
      target: target.value,
      model: model.value,
    },
  };
};

const compile = async (inputs: Inputs, options: PlanOptions, surroundings: Surroundings): Promise<Outcome> => {
  const { console, cwd, env } = surroundings;
  const runId = newRunId();
  const store = await createRun(resolveArtifactsRoot(options.artifactsDir, env, cwd), "planner", runId, {
    secrets: surroundings.secrets,
  });
  store.subscribe(createPlanView(console, { live: inputs.model.kind === "live" }));
  const started = monotonicClock.monotonicMs();
  const compileInputs: CompileInputs = {
    spec: inputs.spec,
    template: inputs.template,
    doctrine: inputs.doctrine,
    repoHints: inputs.target.hints,
    repoFiles: inputs.target.files,
    repoCommit: inputs.target.commit,
    model: options.model,
    reasoningEffort: options.reasoningEffort,
    maxAttempts: options.maxAttempts,
    plannerRunId: runId,
  };
  const runJson: JsonObject = {
    run_id: runId,
    tool: "planner",
    version: surroundings.version,
    started_at_utc: new Date().toISOString(),
    finished_at_utc: null,
    success: null,
    compile_hash: compileHash(compileInputs),
    config: configOf(options),
    inputs: {
      spec_path: options.spec,
      spec_sha256: sha256Hex(inputs.spec),
      template_path: inputs.templatePath,
      template_sha256: sha256Hex(inputs.template),
    },
    outputs: null,
  };
  await store.writeRunJson(runJson);
  const replayed = inputs.model.kind === "replay" ? `, replay of ${options.replay}` : "";
  console.progress(`${console.colors.bold("llmch plan")}  ${printable(options.spec)}, ${options.model}${replayed}`);
  await store.emit({
    type: "plan_started",
    format: EVENT_FORMAT,
    spec: options.spec,
    model: options.model,
    max_attempts: options.maxAttempts,
  });
  const models = { planner: { model: options.model, reasoningEffort: options.reasoningEffort } };
  const model = createRunGateway({ store: () => store, recorded: () => null }, inputs.model, models, surroundings);
  const outcome = await compilePlan(compileInputs, {
    model,
    ledger: store,
    clock: monotonicClock,
    python: pythonReader,
  });
  const { ended, outputs } = await concludePlan(outcome, store.directory, runId, options, surroundings);
  await store.writeRunJson({
    ...runJson,
    finished_at_utc: new Date().toISOString(),
    success: ended.exitCode === EXIT.ok,
    outputs,
  });
  const verdict = ended.verdict === "REFUSED" ? "FAIL" : ended.verdict;
  const duration_ms = Math.round(monotonicClock.monotonicMs() - started);
  await store.emit({ type: "run_finished", verdict, exit_code: ended.exitCode, duration_ms });
  await store.close();
  return ended;
};

/** What the compile was asked with, as its record tells it. */
const configOf = (options: PlanOptions): JsonObject => ({
  model: options.model,
  reasoning_effort: options.reasoningEffort,
  max_attempts: options.maxAttempts,
  repo: options.repo ?? null,
  outdir: options.outdir ?? null,
  overwrite: options.overwrite,
  replay: options.replay ?? null,
  replay_strict: options.replayStrict,
});
