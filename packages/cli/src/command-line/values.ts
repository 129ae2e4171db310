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

export const positiveInteger = (value: string): number => {
  const number = Number(value);
  if (!/^[0-9]+$/.test(value) || number < 1 || number > 1_000_000) {
    throw new InvalidArgumentError("give a whole number from 1 to 1000000");
  }
  return number;
};
