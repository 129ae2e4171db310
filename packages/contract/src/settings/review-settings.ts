import { oneOf, orNone, wholeNumber } from "./kind.ts";
import { model } from "./model-kinds.ts";
import { setting } from "./setting.ts";

/** Review of an order's work before it is committed. */
export const REVIEW_SETTINGS = {
  model: setting(
    orNone(model()),
    null,
    "The model that reviews each order's work once it has passed its gates; better another one than the model of the orders.",
    { flag: "--review <model>", isRare: true },
  ),
  rounds: setting(
    wholeNumber({ least: 0, most: 20 }),
    2,
    "How often notes that block go back to the order's model, within one attempt.",
  ),
  on_failure: setting(
    oneOf("pass", "block"),
    "pass",
    "What becomes of work that could not be reviewed: it passes with a warning, or the order stops.",
  ),
} as const;
