import type { JsonObject } from "@llmch/text";
import type { ScopeFacts } from "../rules/rule.ts";

export const SPEC = "# Notes\n\nnotes add TEXT keeps a note. notes list prints them. notes find WORD searches.\n";

/** What each milestone of `scope` brings. */
const BRINGS = [
  { outcome: "A user can add a note.", fulfils: ["notes add TEXT keeps a note."], command: "node check/add.js" },
  { outcome: "A user can list the notes.", fulfils: ["notes list prints them."], command: "node check/list.js" },
  { outcome: "A user can find a note.", fulfils: ["notes find WORD searches."], command: "node check/find.js" },
];

/** The milestone with this number, from 1. */
export const milestone = (number: number, changes: JsonObject = {}): JsonObject => {
  const { outcome, fulfils, command } = BRINGS[(number - 1) % BRINGS.length] ?? {
    outcome: "",
    fulfils: [],
    command: "",
  };
  return { id: `M${number}`, outcome, fulfils, acceptance: [{ command, hidden: false }], area: "", ...changes };
};

/** A scope of `SPEC` that breaks no rule. */
export const scope = (changes: JsonObject = {}): JsonObject => ({
  remit: { what: "A keeper of notes.", for_whom: "People with much to remember.", what_not: [] },
  assumptions: [],
  milestones: [milestone(1), milestone(2), milestone(3)],
  ...changes,
});

export const FACTS: ScopeFacts = {
  ...{ spec: SPEC, files: ["README.md"], held: [] },
  syntaxes: { javascript: () => ({ syntaxFault: () => null, imports: () => [] }) },
};
