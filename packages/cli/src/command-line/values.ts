import type { AttemptLimit } from "@llmch/engine";
import { InvalidArgumentError } from "commander";

/** Checked after unknown flags: commander checks its own required options first, which hides a misspelt flag. */
export const required = (value: string | undefined, missing: string): string => {
  if (value === undefined) throw new InvalidArgumentError(missing);
  return value;
};

/** Parses an age such as `30d` into milliseconds. */
export const age = (text: string): number => {
  const [, count, unit = ""] = /^([1-9]\d{0,4})([hdw])$/.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError("give an age such as 12h, 30d or 8w");
  return Number(count) * (AGES[unit] ?? 0);
};

const HOUR_MS = 3_600_000;
const AGES: Readonly<Record<string, number>> = { h: HOUR_MS, d: 24 * HOUR_MS, w: 168 * HOUR_MS };

/** A value that may be given as the argument or by a flag. Both may be given if they agree. */
export const argumentOrFlag = (
  argument: string | undefined,
  flagged: string | undefined,
  names: { readonly flag: string; readonly what: string },
): string | undefined => {
  if (argument !== undefined && flagged !== undefined && argument !== flagged) {
    throw new InvalidArgumentError(`the argument and ${names.flag} name different ${names.what}: give one`);
  }
  return argument ?? flagged;
};

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

/** `5` is the limit in total, `+2` allows two more. */
export const attemptLimit = (value: string): AttemptLimit => {
  const [, sign = "", digits = ""] = /^(\+?)([0-9]+)$/.exec(value) ?? [];
  const count = Number(digits);
  if (digits === "" || count < 1 || count > 1_000_000) {
    throw new InvalidArgumentError("give a whole number from 1 to 1000000, or as many more with a `+`");
  }
  return { kind: sign === "" ? "in-all" : "more", count };
};
