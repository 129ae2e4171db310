import { untoldInWords } from "@llmch/contract";
import { chosenExecutor, type NamedExecutor, type Settings } from "@llmch/contract/settings";
import { loadFirstSdk, modelSettings, transportOf } from "@llmch/models";
import { type ModelSource, modelSource, nobodyAsked, plannerWork } from "@llmch/records";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { type ByHand, newByHand } from "../executor/by-hand.ts";
import { executorProgram } from "../executor/executor.ts";
import { begun } from "./begun.ts";
import type { Scene } from "./scene.ts";

/** Whom a run asks. */
export interface AskedModels {
  readonly model: ModelSource;
  /** The model that revises, divides and designs; null if none is needed. */
  readonly planner: ModelSource | null;
  /** The agent, or the person, who carries orders out in place of the model; null for none. */
  readonly executor: NamedExecutor | ByHand | null;
}

type Sourcing = ReturnType<typeof modelSource>;

/** Begins to find the factory's models. If a server will be asked, also loads its SDK while git inspects the repo. */
export const beginSourcing = (scene: Scene): Sourcing => {
  const sourcing = begun(factorySource(scene));
  begun(loadAhead(sourcing));
  return sourcing;
};

const loadAhead = async (sourcing: Sourcing): Promise<void> => {
  const model = await sourcing;
  if (model.ok && model.value.answers.kind === "live") await loadFirstSdk(model.value.answers.connections);
};

/** Beside an agent, only models that do other work than an author's are asked, and need a key. */
const factorySource = async (scene: Scene): Sourcing => {
  const { options, settings } = scene;
  const { values } = settings;
  if (options.byHand === true) return accepted(withoutModel(settings));
  if (isReplay(scene) || values.factory.executor === null) return modelSource(options, settings, "factory", scene);
  const { chain, further, review } = modelSettings(values).factory;
  const isTriaged = values.triage.orders && values.triage.model === null;
  const [first] = [...(isTriaged ? chain : []), ...further, ...(review === null ? [] : [review])];
  if (first !== undefined) {
    const model: Settings["factory"]["model"] = isTriaged ? chain : [first];
    const factory = { ...values.factory, model };
    return modelSource(options, { ...settings, values: { ...values, factory } }, "factory", scene);
  }
  return accepted(withoutModel(settings));
};

const withoutModel = (settings: Scene["settings"]): ModelSource => {
  const connections = { transport: transportOf(settings.values), byModel: new Map() };
  return { ...nobodyAsked(settings), answers: { kind: "live", connections } };
};

const isReplay = ({ options, settings }: Scene): boolean =>
  options.replay !== undefined || settings.values.factory.model.some((name) => name.startsWith("replay:"));

/** The models that a run asks. If nothing is left to do, it needs no key. */
export const findModels = async (
  scene: Scene,
  sourcing: Sourcing,
  isIdle: boolean,
): Promise<Result<AskedModels, Refusal>> => {
  const { design = null, options, settings } = scene;
  const model = await sourcing;
  if (!model.ok && isIdle && model.issues[0].code === "no-key")
    return accepted({ model: nobodyAsked(settings), planner: null, executor: null });
  if (!model.ok) return model;
  if (options.byHand === true) return accepted({ model: model.value, planner: null, executor: newByHand() });
  const { factory, executors, budget } = settings.values;
  const chosen = chosenExecutor(factory.executor, executors);
  if (!chosen.ok) return chosen;
  const executor = chosen.value;
  const unfit = executor === null || isIdle || isReplay(scene) ? null : whyUnfit(executor, budget, scene);
  if (unfit !== null) return rejected(unfit);
  const work = plannerWork(settings.values, { revise: options.revise, isDesigned: design !== null });
  if (!work.revises && !work.divides && !work.designs && !work.examines)
    return accepted({ model: model.value, planner: null, executor });
  const planner = await modelSource(options, settings, "planner", scene);
  return planner.ok ? accepted({ model: model.value, planner: planner.value, executor }) : planner;
};

/** Why an agent cannot be started, or could not be kept to the budget; null if all is well. */
const whyUnfit = (
  executor: NamedExecutor,
  { usd, tokens }: Settings["budget"],
  { repo, env }: Scene,
): Refusal | null => {
  // Over ACP it may tell: its first answer shows that.
  if (executor.protocol === "command" && (usd !== null || tokens !== null)) {
    const { message, hint } = untoldInWords(executor.name);
    return refusal("unknown-price", message, hint);
  }
  const program = executorProgram(executor, env, [repo.root]);
  return program.ok ? null : program.issues[0];
};
