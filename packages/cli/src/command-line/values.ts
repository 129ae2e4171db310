import { InvalidArgumentError } from "commander";

/** Accepts a value, but not the next flag. */
export const present = (value: string): string => {
  if (value.trim() === "") throw new InvalidArgumentError("give a value that is not empty");
  if (value.startsWith("--")) throw new InvalidArgumentError("give a value, not another flag");
  return value;
};

/** Parses comma-separated names. */
export const listed = (value: string): readonly string[] =>
  present(value)
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

const integerBetween =
  (least: number, most: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^[0-9]+$/.test(value) || number < least || number > most) {
      throw new InvalidArgumentError(`give a whole number from ${least} to ${most}`);
    }
    return number;
  };

/** Accepts where refs begin; every ref of git's is below `refs/`. */
export const refPrefix = (value: string): string => {
  if (!/^refs(?:\/(?!\.|.*\.lock(?:\/|$)|.*\.\.)[\w.-]+)+$/.test(value))
    throw new InvalidArgumentError("give the beginning of refs, such as refs/heads/llmch-runs");
  return value;
};

export const positiveInteger = integerBetween(1, 1_000_000);
export const portNumber = integerBetween(0, 65_535);
