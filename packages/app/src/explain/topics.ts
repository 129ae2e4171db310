import { DIAGNOSTIC_CODES, type DiagnosticCode, STAGES, type Stage } from "@llmch/contract";
import { editDistance } from "@llmch/text";

/** What can be explained: a diagnostic, or a stage at which an attempt failed. */
export type Topic =
  | { readonly kind: "diagnostic"; readonly name: DiagnosticCode }
  | { readonly kind: "stage"; readonly name: Stage };

export const TOPICS: readonly Topic[] = [
  ...Object.keys(DIAGNOSTIC_CODES)
    .filter((name): name is DiagnosticCode => name in DIAGNOSTIC_CODES)
    .map((name) => ({ kind: "diagnostic" as const, name })),
  ...STAGES.map((name) => ({ kind: "stage" as const, name })),
];

/** The topic of that name, in any case, with `-` for `_` or in brackets; else the nearest name, if one is near. */
export const findTopic = (
  asked: string,
): { readonly found: Topic } | { readonly found: null; readonly nearest: string | null } => {
  const wanted = plain(asked);
  const found = TOPICS.find(({ name }) => plain(name) === wanted);
  return found === undefined ? { found: null, nearest: nearestName(wanted) } : { found };
};

/**
 * The name with the fewest letters to change. A name that begins with the text comes first; a tie goes to a name with the same first
 * letter. Null if half of the letters or more differ.
 */
const nearestName = (wanted: string): string | null => {
  const distance = (name: string) =>
    (name.startsWith(wanted) ? 0 : editDistance(name, wanted)) - (name.charAt(0) === wanted.charAt(0) ? 0.5 : 0);
  const names = TOPICS.map(({ name }) => name);
  const nearest = names.reduce<string>(
    (best, name) => (distance(plain(name)) < distance(plain(best)) ? name : best),
    names[0] ?? "",
  );
  return distance(plain(nearest)) < wanted.length / 2 ? nearest : null;
};

const plain = (name: string): string =>
  name
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");

/** Longer than any name. */
const LONGEST = 40;
