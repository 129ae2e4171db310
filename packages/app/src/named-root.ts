import { shellWord } from "@llmch/text";
import { CATALOGUE } from "./catalogue.ts";
import type { Outcome, OutcomeError, OutcomeWarning } from "./outcome.ts";

/**
 * The outcome with hints that can be typed as they stand (contract §11): each `llmch …` in backticks that reads records also names the
 * folder of records that the request named.
 */
export const withNamedRoot = (outcome: Outcome, root: unknown): Outcome => {
  if (typeof root !== "string") return outcome;
  const placed = <Each extends OutcomeError | OutcomeWarning>(each: Each): Each =>
    "hint" in each && typeof each.hint === "string"
      ? { ...each, hint: commandsIn(each.hint, ` --artifacts-dir ${shellWord(root)}`) }
      : each;
  return {
    ...outcome,
    ...(outcome.errors === undefined ? {} : { errors: outcome.errors.map(placed) }),
    ...(outcome.warnings === undefined ? {} : { warnings: outcome.warnings.map(placed) }),
  };
};

const commandsIn = (hint: string, option: string): string =>
  hint.replace(/`[^`|&;>]*\bllmch ([a-z-]+)[^`|&;>]*(?=`)/g, (command, name: string) =>
    command.includes("--artifacts-dir") || !READING.has(name) ? command : `${command}${option}`,
  );

const READING: ReadonlySet<string> = new Set(
  CATALOGUE.filter(({ members }) => members.some(({ name }) => name === "artifactsDir")).map(({ name }) => name),
);
