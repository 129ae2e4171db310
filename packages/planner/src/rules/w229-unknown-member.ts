import { ORDER_MEMBERS } from "@llmch/contract";
import { editDistance } from "@llmch/text";
import { quote } from "../quote.ts";
import type { ChainRule } from "./rule.ts";

const KNOWN: ReadonlySet<string> = new Set([...ORDER_MEMBERS, "$schema"]);

/** Others are ignored, since a plan may carry members of its user's; but one that resembles a member is misspelt. */
export const unknownMember: ChainRule = ({ order }) =>
  Object.keys(order.json).flatMap((name) => {
    const near = KNOWN.has(name) ? null : nearMember(name);
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
  return [...KNOWN].find((member) => editDistance(name.toLowerCase(), member) <= most) ?? null;
};
