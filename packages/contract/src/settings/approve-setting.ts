import { accepted } from "@llmch/text";
import { APPROVABLE_KINDS, type ApprovableKind } from "../need.ts";
import { type Kind, listOf, oneOf } from "./kind.ts";
import { setting } from "./setting.ts";

const [first, ...others] = APPROVABLE_KINDS;
const NOTHING: readonly ApprovableKind[] = [];

const approvals = (): Kind<readonly ApprovableKind[]> => {
  const kinds = listOf<ApprovableKind>(oneOf(first, ...others), `none, or a list of ${APPROVABLE_KINDS.join(", ")}`);
  return {
    ...kinds,
    read: (value) => (value === "none" ? accepted(NOTHING) : kinds.read(value)),
    fromText: (text) => kinds.fromText(text.trim() === "none" ? "" : text),
    schema: { anyOf: [{ const: "none" }, kinds.schema] },
  };
};

/** Which steps wait for a person. */
export const APPROVE_SETTING = setting(
  approvals(),
  NOTHING,
  "Which steps of a run wait until a person has agreed, besides questions and wider revisions, which always wait; the repo's own file adds to yours.",
  { flag: "--approve <kinds>" },
);
