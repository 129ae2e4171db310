import { gone } from "@llmch/contract";
import type { Door, Entry } from "./entry.ts";
import { entries } from "./generated/catalogue.js";
import { OPERATIONS } from "./generated/operations.ts";
import type { OperationName } from "./operation-names.ts";

export type { Door, Entry, Member } from "./entry.ts";
export type { OperationName };

/** Every operation, by the names of their files. */
export const CATALOGUE: readonly Entry[] = entries;

/** The entry of an operation. */
export const entryOf = (name: OperationName): Entry => {
  const entry = CATALOGUE.find((each) => each.name === name);
  if (entry === undefined) throw new Error(`there is no operation ${name}`);
  return entry;
};

/** Loads an operation, and none of the others. */
export const open = (name: OperationName): Promise<Door> => OPERATIONS[name]();

/** What to use instead of a command or a flag that is gone, in the words that a user would type; null if there never was one. */
export const insteadOf = (name: string, command: string | null): string | null => gone(name, command);
