import { dollarsInWords, tokensInWords } from "@llmch/text";

/** The budget limit that a call could have exceeded: US dollars, tokens or minutes. */
export interface LimitReached {
  readonly limit: "usd" | "tokens" | "minutes";
  readonly cap: number;
  readonly spent: number;
  /** The most that the call could have taken; 0 for minutes. */
  readonly needed: number;
}

/** The flag that raises a limit. */
const LIMIT_FLAGS = { usd: "--budget", tokens: "--max-tokens", minutes: "--max-minutes" } as const;

/** Explains a reached limit to the user in one line, with a hint. */
export const limitInWords = (reached: LimitReached): { readonly message: string; readonly hint: string } => {
  const { limit, cap, spent, needed } = reached;
  const isReached = limit === "minutes" || spent >= cap;
  const next = isReached ? "" : `, and the next call could take up to ${amountOf(limit, needed)}`;
  const message = `the budget of ${exactly(limit, cap)} ${isReached ? "is used up" : "could be exceeded"}: ${amountOf(limit, spent)} spent${next}`;
  return { message, hint: `continue with ${largerLimit(reached)}` };
};

/** Why an agent that does not tell what it spends cannot be kept to a budget. */
export const untoldInWords = (agent: string): { readonly message: string; readonly hint: string } => ({
  message: `what the agent ${agent} spends is not known, so a budget in dollars or tokens cannot be enforced`,
  hint: "cap its time, with --max-minutes or budget.minutes",
});

/** A limit that leaves room to continue: twice as much, and at least enough for the next call, or a minute. */
export const largerLimit = ({ limit, cap, spent, needed }: LimitReached): string => {
  const wanted = Math.max(2 * cap, spent + needed);
  if (limit === "tokens") return `${LIMIT_FLAGS.tokens} ${Math.ceil(wanted)}`;
  if (limit === "minutes") return `${LIMIT_FLAGS.minutes} ${Math.max(1, Math.ceil(wanted))}`;
  const rounded = wanted >= 10 ? Math.ceil(wanted) : Math.ceil(wanted * 100) / 100;
  return `${LIMIT_FLAGS.usd} ${rounded}`;
};

/** A limit exactly as the user gave it. A rounded one would not explain why a call is too much. */
const exactly = (limit: LimitReached["limit"], cap: number): string => {
  if (limit === "tokens") return `${cap} tokens`;
  if (limit === "usd") return Number(cap.toFixed(2)) === cap ? `$${cap.toFixed(2)}` : `$${cap}`;
  return `${cap} minute${cap === 1 ? "" : "s"}`;
};

const amountOf = (limit: LimitReached["limit"], value: number): string => {
  if (limit === "usd") return dollarsInWords(value);
  if (limit === "tokens") return `${tokensInWords(value)} tokens`;
  const minutes = value < 1 ? Number(value.toPrecision(1)) : Math.round(value * 10) / 10;
  return `${minutes} minute${minutes === 1 ? "" : "s"}`;
};
