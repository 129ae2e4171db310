import { accepted } from "@llmch/text";
import { type Kind, orNone } from "./kind.ts";
import { commandLine, model } from "./model-kinds.ts";
import { setting } from "./setting.ts";

export const NOBODY = "none";

/** The model that a setting names to examine; null by default, and for nobody. */
export const examinerNamed = (model: string | null): string | null => (model === NOBODY ? null : model);

/** Who examines: a model, or nobody; null by default. */
const examiner = (): Kind<string | null> => {
  const kind = orNone(model());
  return {
    ...kind,
    words: `${kind.words}; or ${NOBODY}`,
    read: (value) => (value === NOBODY ? accepted(NOBODY) : kind.read(value)),
    fromText: (text) => (text.trim() === NOBODY ? accepted(NOBODY) : kind.fromText(text)),
  };
};

/** Examination of what was made by checks from its spec alone (contract §11). */
export const EXAMINE_SETTINGS = {
  model: setting(
    examiner(),
    null,
    "The model that examines the product by checks from its spec, without seeing the code; none for nobody. By default the planner's in builds with a scope, and nobody elsewhere.",
    { flag: "--examine <model>", isRare: true, variable: "LLMCH_EXAMINE" },
  ),
  start: setting(
    orNone(commandLine()),
    null,
    "How a user starts the product: a program and its arguments; null for what README and manifests name.",
  ),
} as const;
