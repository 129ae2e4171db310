import { accepted } from "@llmch/text";
import { NEED_KINDS, type NeedKind } from "../need.ts";
import { type Kind, listOf, oneOf } from "./kind.ts";
import { setting } from "./setting.ts";

const [first, ...others] = NEED_KINDS;
const NOTHING: readonly NeedKind[] = [];

const approvals = (): Kind<readonly NeedKind[]> => {
  const kinds = listOf<NeedKind>(oneOf(first, ...others), `none, or a list of ${NEED_KINDS.join(", ")}`);
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
