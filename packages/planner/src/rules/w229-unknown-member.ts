import { editDistance } from "@llmch/contract";
import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

/** The members of a work order (contract §2 and §9). */
export const ORDER_MEMBERS: ReadonlySet<string> = new Set([
  ...["id", "title", "intent", "allowed_files", "forbidden", "preconditions", "postconditions"],
  ...["acceptance_commands", "context_files", "notes", "verify_exempt", "fulfils", "depends_on"],
  ...["already_true_because", "derive", "provenance", "$schema"],
]);

/** Others are ignored, since a plan may carry members of its user's; but one that resembles a member is misspelt. */
export const unknownMember: ChainRule = ({ order }) =>
  Object.keys(order.json).flatMap((name) => {
    const near = ORDER_MEMBERS.has(name) ? null : nearMember(name);
    if (near === null) return [];
    const message = `an order has no member ${quote(name)}, so it is ignored: did you mean ${quote(near)}?`;
    return [{ code: "W229", field: null, message, pointer: `/${name}` }];
  });

/** Longer names resemble none. */
const LONGEST = 30;
const MOST_EDITS = 2;
/** In a short name, a letter or two make another word; the shortest have many neighbours. */
const [SHORT, SHORTEST] = [6, 4];

const nearMember = (name: string): string | null => {
  // A name that a pointer would have to escape is no slip.
  if (/[~/]/.test(name) || name.length > LONGEST || name.length < SHORTEST) return null;
  const most = name.length <= SHORT ? 1 : MOST_EDITS;
  return [...ORDER_MEMBERS].find((member) => editDistance(name.toLowerCase(), member) <= most) ?? null;
};
