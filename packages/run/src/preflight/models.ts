import { accepted, type Refusal, type Result } from "@llmch/contract";
import { loadFirstSdk } from "@llmch/models";
import { type ModelSource, modelSource, nobodyAsked, plannerWork } from "@llmch/records";
import { begun } from "./begun.ts";
import type { Scene } from "./scene.ts";

/** Whom a run asks. */
export interface AskedModels {
  readonly model: ModelSource;
  /** The model that revises, divides and designs; null if none is needed. */
  readonly planner: ModelSource | null;
}

type Sourcing = ReturnType<typeof modelSource>;

/** Begins to find the factory's models. If a server will be asked, also loads its SDK while git inspects the repo. */
export const beginSourcing = (scene: Scene): Sourcing => {
  const sourcing = begun(modelSource(scene.options, scene.settings, "factory", scene));
  begun(loadAhead(sourcing));
  return sourcing;
};

const loadAhead = async (sourcing: Sourcing): Promise<void> => {
  const model = await sourcing;
  if (model.ok && model.value.answers.kind === "live") await loadFirstSdk(model.value.answers.connections);
};

/** The models that a run asks. If nothing is left to do, it needs no key. */
export const findModels = async (
  scene: Scene,
  sourcing: Sourcing,
  isIdle: boolean,
): Promise<Result<AskedModels, Refusal>> => {
  const { design = null, options, settings } = scene;
  const model = await sourcing;
  if (!model.ok && isIdle && model.issues[0].code === "no-key")
    return accepted({ model: nobodyAsked(settings), planner: null });
  if (!model.ok) return model;
  const work = plannerWork(settings.values, { revise: options.revise, isDesigned: design !== null });
  if (!work.revises && !work.divides && !work.designs) return accepted({ model: model.value, planner: null });
  const planner = await modelSource(options, settings, "planner", scene);
  return planner.ok ? accepted({ model: model.value, planner: planner.value }) : planner;
};
