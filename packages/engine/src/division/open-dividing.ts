import type { Budget } from "@llmch/models";
import { createRunGateway } from "../asking/gateway.ts";
import type { ModelSource } from "../asking/model-source.ts";
import type { Context } from "../context.ts";
import { createDivider, type Divider } from "./divider.ts";

/** Opens the planner for a run that may divide orders. */
export const openDividing = (
  planner: ModelSource,
  budget: Budget,
  context: Context,
): { readonly divider: Divider; readonly close: () => Promise<void> } => {
  const gateway = createRunGateway(planner, budget, context);
  const divider = createDivider({ templates: context.templates, settings: context.settings.values, gateway });
  return { divider, close: () => gateway.close() };
};
