import { orNone, yesOrNo } from "./kind.ts";
import { model } from "./model-kinds.ts";
import { setting } from "./setting.ts";

/** Settings for the design that precedes a plan's orders. */
export const DESIGN_SETTINGS = {
  make: setting(yesOrNo(), false, "Whether a model designs first how the work of the orders fits together.", {
    flag: "--design",
    isRare: true,
  }),
  model: setting(orNone(model()), null, "Who designs it; none: the planning model."),
} as const;
