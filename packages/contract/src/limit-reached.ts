import { dollarsInWords, tokensInWords } from "./amounts.ts";

/** Which limit of a budget a call could have crossed: in US dollars, tokens or minutes. */
export interface LimitReached {
  readonly limit: "usd" | "tokens" | "minutes";
  readonly cap: number;
  readonly spent: number;
  /** The most that the call could have taken; 0 for minutes. */
  readonly needed: number;
}

/** The flag that raises a limit. */
const LIMIT_FLAGS = { usd: "--budget", tokens: "--max-tokens", minutes: "--max-minutes" } as const;

/** What a limit that was reached means to the user: one line, with the mend. */
export const limitInWords = (reached: LimitReached): { readonly message: string; readonly mend: string } => {
  const { limit, cap, spent, needed } = reached;
  const isReached = limit === "minutes" || spent >= cap;
  const next = isReached ? "" : `, and the next call could take up to ${amountOf(limit, needed)}`;
  const message = `the limit of ${amountOf(limit, cap)} ${isReached ? "is reached" : "could be crossed"}: ${amountOf(limit, spent)} spent${next}`;
  return { message, mend: `go on with a larger ${LIMIT_FLAGS[limit]}` };
};

/** A limit that leaves room to go on: twice as much, and at least what the next call could take. */
export const largerLimit = ({ limit, cap, spent, needed }: LimitReached): string => {
  const wanted = Math.max(2 * cap, spent + needed);
  if (limit === "tokens") return `${LIMIT_FLAGS.tokens} ${Math.ceil(wanted)}`;
  const rounded = wanted >= 10 ? Math.ceil(wanted) : Math.ceil(wanted * 100) / 100;
  return `${LIMIT_FLAGS[limit]} ${rounded}`;
};

const amountOf = (limit: LimitReached["limit"], value: number): string => {
  if (limit === "usd") return dollarsInWords(value);
  if (limit === "tokens") return `${tokensInWords(value)} tokens`;
  const minutes = Math.round(value * 10) / 10;
  return `${minutes} minute${minutes === 1 ? "" : "s"}`;
};
