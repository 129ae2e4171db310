import { decimal, listOf, oneOf, wholeNumber } from "./kind.ts";
import { models } from "./model-kinds.ts";
import { setting } from "./setting.ts";

const NO_MODELS: readonly string[] = [];
const NO_TEMPERATURES: readonly number[] = [];

/** How many proposals an attempt may ask for. */
export const candidateCount = () => wholeNumber({ least: 1, most: 16 });

/** Several proposals for one attempt. */
export const CANDIDATE_SETTINGS = {
  count: setting(candidateCount(), 1, "How many proposals each attempt at an order asks for, side by side.", {
    flag: "--candidates <n>",
  }),
  choose: setting(
    oneOf("first", "best"),
    "first",
    "Which of them counts: the first that passes every gate, or of all that pass the one with the least against it.",
    { flag: "--choose <how>" },
  ),
  models: setting(
    models(),
    NO_MODELS,
    "Who is asked for the second proposal, the third and so on, over and over if there are fewer; empty: whoever is for the first.",
  ),
  temperatures: setting(
    listOf(decimal({ least: 0, most: 2 }), "a list of numbers from 0 to 2"),
    NO_TEMPERATURES,
    "At which temperatures these are asked, in the same way; empty: as factory.temperature says.",
  ),
} as const;
