import { gone } from "@llmch/contract";
import { nearestName } from "@llmch/contract/settings/files";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import type { Entry, Member } from "./catalogue.ts";

/**
 * Judges a request by its operation's description, and gives what it leaves out its default. A caller may be a program without type
 * checking, a file or a stranger.
 */
export const judgeRequest = (
  { name: operation, members }: Pick<Entry, "members"> & { readonly name?: string },
  given: Readonly<Record<string, unknown>>,
  here = ".",
): Result<Readonly<Record<string, unknown>>, Refusal> => {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return rejected(refusal("usage", "the request is not an object", 'write it as in { repo: "." }'));
  }
  const judged: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const member = members.find((each) => each.name === name);
    if (member === undefined) return rejected(unknownMember(name, operation, members));
    if (value === undefined) continue;
    if (!isOf(member, value)) {
      return rejected(refusal("usage", `${name} must be ${wordsFor(member)}`, "write that, or leave it out"));
    }
    judged[name] = value;
  }
  for (const { name, flag, isRequired, default: fallback } of members) {
    if (Object.hasOwn(judged, name)) continue;
    if (isRequired)
      return rejected(refusal("usage", `${name} is missing`, `say which${flag === null ? "" : `: ${flag}`}`));
    if (fallback !== undefined) judged[name] = name === "repo" && fallback === "." ? here : fallback;
  }
  return accepted(judged);
};

const unknownMember = (name: string, operation: string | undefined, members: readonly Member[]): Refusal => {
  const instead = gone(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, operation);
  if (instead !== null) return refusal("usage", `there is no option ${name} any more`, instead);
  const near = nearestName(
    name,
    members.map((member) => member.name),
  );
  return refusal("usage", `there is no option ${name}`, near === null ? "leave it out" : `did you mean ${near}?`);
};

const isOf = (member: Member, value: unknown): boolean => {
  if (member.off !== undefined && value === false) return true;
  switch (member.kind) {
    case "text":
      return typeof value === "string" && value.trim() !== "";
    case "switch":
      return typeof value === "boolean" || (mayHaveValue(member) && typeof value === "string" && value.trim() !== "");
    case "number":
      return typeof value === "number" && Number.isInteger(value) && value >= (member.least ?? 0);
    case "choice":
      return member.choices?.some((word) => word === value) ?? false;
    case "list":
      return Array.isArray(value) && value.every((each) => typeof each === "string");
    case "value":
    case "subject":
      return true;
  }
};

const mayHaveValue = ({ flag }: Pick<Member, "flag">): boolean => flag?.endsWith("]") === true;

const wordsFor = ({ kind, flag, choices = [], off, least = 0 }: Member): string => {
  switch (kind) {
    case "text":
      return `a text that is not empty${off !== undefined ? ", or false" : ""}`;
    case "switch":
      return mayHaveValue({ flag }) ? "true, false or a text that is not empty" : "true or false";
    case "number":
      return `a whole number from ${least}`;
    case "list":
      return "a list of texts";
    default:
      return choices.map((word) => JSON.stringify(word)).join(" or ");
  }
};
