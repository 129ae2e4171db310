import { goneFlag, type Refusal, refusal } from "@llmch/contract";
import { nearestName } from "@llmch/contract/settings/files";
import type { OptionKind, OptionKinds } from "./option-kinds.ts";

/** Why options are invalid, for callers without type checking; null if they are valid. */
export const optionFault = <Options extends object>(options: Options, kinds: OptionKinds<Options>): Refusal | null => {
  if (typeof options !== "object" || options === null) {
    return refusal("usage", "the options are not an object", 'write them as in { repo: "." }');
  }
  const known = new Map<string, OptionKind>(Object.entries(kinds));
  for (const [name, value] of Object.entries(options)) {
    const kind = known.get(name);
    if (kind === undefined) return unknownOption(name, [...known.keys()]);
    if (value !== undefined && !isOf(kind, value)) {
      return refusal("usage", `the option ${name} must be ${wordsOf(kind)}`, "write that, or leave the option out");
    }
  }
  return null;
};

const unknownOption = (name: string, names: readonly string[]): Refusal => {
  const instead = goneFlag(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
  if (instead !== null) return refusal("usage", `there is no option ${name} any more`, instead);
  const near = nearestName(name, names);
  return refusal("usage", `there is no option ${name}`, near === null ? "leave it out" : `did you mean ${near}?`);
};

const isOf = (kind: OptionKind, value: unknown): boolean => {
  switch (kind) {
    case "text":
      return typeof value === "string" && value.trim() !== "";
    case "yes or no":
      return typeof value === "boolean";
    case "function":
      return typeof value === "function";
    case "object":
      return typeof value === "object" && value !== null;
    case "AbortSignal":
      return value instanceof AbortSignal;
    case "judged later":
      return true;
    default:
      return kind.some((word) => word === value);
  }
};

const wordsOf = (kind: OptionKind): string => {
  switch (kind) {
    case "text":
      return "a text that is not empty";
    case "yes or no":
      return "true or false";
    case "function":
    case "object":
    case "AbortSignal":
    case "judged later":
      return `of the type ${kind}`;
    default:
      return kind.map((word) => `"${word}"`).join(" or ");
  }
};
