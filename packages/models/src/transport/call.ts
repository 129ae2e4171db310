import type { LimitReached } from "@llmch/contract";
import { type JsonObject, type Redactor, type Result, rejected } from "@llmch/text";
import { type Capabilities, mostCharacters, type Refusable, withoutRefused } from "./capabilities.ts";
import { type Deadline, startDeadline } from "./deadline.ts";
import { describeFault, type Rejected, type ServerFault, type StatusFault, shown } from "./fault.ts";
import type { Pass } from "./gate.ts";
import { isOverload, NO_TRIES, nextTry, retryAfterMs } from "./retry.ts";
import type { Send, Transport } from "./send.ts";
import type { Time } from "./time.ts";

/** The context that all requests of one exchange share: a question may take several. */
export interface ExchangeContext {
  readonly send: Send;
  readonly transport: Transport;
  readonly time: Time;
  readonly redactor: Redactor;
  /** The exchange's pass through its server's gate. */
  readonly pass: Pass;
  /** Ends the exchange: on the user's interrupt, or at the limit of its total time. */
  readonly deadline: Deadline;
  /** What the server accepts, as far as is known. It is kept for the run, and overlapping calls may change it. */
  capabilities: Capabilities;
  /** The most tokens that the answer may have, reasoning included; `spend` may lower it. */
  tokens(): number;
  /** Reports that something is asked again, and why. */
  retried(reason: string, waitMs: number): Promise<void>;
  /**
   * Called before a billed call is built: reserves what it may take, and lowers the answer's limit to what a cap leaves. Returns
   * the budget limit that the call could cross, or null if it may be made or the exchange ended.
   */
  spend(): Promise<LimitReached | null>;
  /** The last call is not billed. */
  unbilled(): void;
  /** The last call got no reply. */
  lost(): void;
  /** We ended the last call ourselves, before its reply or in the middle of it. */
  cut(): void;
}

/** One request and how to read its answer. */
export interface Call<Answer> {
  readonly method: "get" | "post";
  readonly path: string;
  /** The body for an answer of at most so many tokens, within what the server accepts; rebuilt before each try. */
  body(known: Capabilities, tokens: number): JsonObject | null;
  /** The parts of the body that a server may refuse. */
  readonly refusable: readonly Refusable[];
  /** False if an answer is only fetched. */
  readonly isBilled: boolean;
  /** Reads an answer of at most so many characters to the end. */
  read(response: Response, most: number): Promise<Result<Answer, ServerFault>>;
  /** The time of one try; without it only the exchange's own limit applies, because a model may think in silence. */
  readonly limitMs?: number;
  /**
   * Called if a call was lost while the server may be working on it: it may be asked in another way from then on. Returns which
   * way, in words.
   */
  lost?(): string;
}

/** How many refused parameters to drop, one retry each, before giving up. */
const MAX_ADAPTATIONS = 8;

/** Sends a request until it is answered or nothing more can be done: drops refused parameters, and retries after transient faults. */
export const call = async <Answer>(
  context: ExchangeContext,
  request: Call<Answer>,
): Promise<Result<Answer, ServerFault>> => {
  let tries = NO_TRIES;
  let adaptations = 0;
  for (;;) {
    const kept = await mayBeMade(context, request.isBilled);
    if (kept !== null) return kept;
    const known = context.capabilities;
    const body = request.body(known, context.tokens());
    const outcome = await once(context, request, body);
    if (outcome.ok) return outcome;
    const [fault] = outcome.issues;
    const isHopeful = fault.kind === "status" && isOverload(fault) && wasRefused(context, request, fault);

    const lesser = adaptations < MAX_ADAPTATIONS ? withoutRefused(known, fault, body, request.refusable) : null;
    if (lesser !== null) {
      adaptations++;
      context.capabilities = { ...context.capabilities, ...lesser.change };
      await context.retried(`the server refuses ${lesser.words} (${fault.message}): asked once more without`, 0);
      continue;
    }
    const next = nextTry(fault, tries, context.transport, context.time.epochMs(), isHopeful);
    if (next === null) return outcome;
    const { waitMs } = next;
    ({ tries } = next);
    await context.retried(`the server ${describeFault(fault)}${furtherWords(fault, request)}`, waitMs);
    await context.time.wait(waitMs, context.deadline.signal);
    const ended = endedFault(context);
    if (ended !== null) return ended;
  }
};

/** Waits until a call may be made: first for the server's gate, then for the budget. Returns why it may not be made, or null. */
export const mayBeMade = async (context: ExchangeContext, isBilled: boolean): Promise<Rejected | null> => {
  const { deadline, pass } = context;
  await deadline.uncounted(() => pass.enter(deadline.signal));
  const ended = endedFault(context);
  if (ended !== null || !isBilled) return ended;
  const reached = await context.spend();
  const isLate = endedFault(context);
  if (isLate !== null) context.unbilled();
  return isLate ?? (reached === null ? null : rejected({ kind: "limit", reached, message: "was not asked" }));
};

/** Tells the gate about a refusal. Only a question goes to the back of the queue: a fetched answer is already in progress. */
const wasRefused = <Answer>(context: ExchangeContext, { isBilled }: Call<Answer>, fault: StatusFault): boolean => {
  const { pass, time, transport } = context;
  const askedMs = retryAfterMs(fault, time.epochMs());
  // An answer that had begun may be billed: settle that before waiting for anything.
  if (isBilled) context.lost();
  return pass.refused(askedMs === null ? null : Math.min(askedMs, transport.maxWaitMs), isBilled);
};

const once = async <Answer>(
  context: ExchangeContext,
  request: Call<Answer>,
  body: JsonObject | null,
): Promise<Result<Answer, ServerFault>> => {
  const limit = startDeadline(context.deadline.signal, request.limitMs ?? null);
  const most = request.isBilled ? mostCharacters(context.tokens(), context.capabilities) : Number.POSITIVE_INFINITY;
  try {
    const response = await context.send({ method: request.method, path: request.path, body }, limit.signal);
    const outcome = response.ok ? await request.read(response.value, most) : response;
    // Fetching an answer says nothing about what its question costs.
    if (request.isBilled && !outcome.ok && isUnbilled(outcome.issues[0])) context.unbilled();
    if (request.isBilled && outcome.ok) context.pass.answered();
    const ended = endedFault(context);
    if (request.isBilled && (ended !== null || (!outcome.ok && isOverlong(outcome.issues[0])))) context.cut();
    if (ended !== null) return ended;
    if (outcome.ok) return outcome;
    if (limit.ended() === null) return rejected(shown(outcome.issues[0], context.redactor));
    return rejected({ kind: "connection", message: `none within ${request.limitMs} ms`, isUnsent: false });
  } finally {
    limit.close();
  }
};

/** The warning before a retry that may be billed in addition to the call before it. */
const furtherWords = <Answer>(fault: ServerFault, { isBilled, lost }: Call<Answer>): string => {
  if (!isBilled || isUnbilled(fault)) return "";
  const way = isLost(fault) ? (lost?.() ?? "") : "";
  return `${isLost(fault) ? ", and may be at work on it" : ""}: asked once more${way}, and both calls may be billed`;
};

/** A proxy hung up, or was silent for too long: the server behind it may still be working. */
const isLost = (fault: ServerFault): boolean =>
  fault.kind === "connection" || (fault.kind === "status" && OUT_OF_PATIENCE.has(fault.status));

/** A gateway timed out: the server behind it may still be working. */
const OUT_OF_PATIENCE: ReadonlySet<number> = new Set([504, 524]);

/** A refusal is free, and so is a server that was never reached; an answer that had begun may be billed. */
const isUnbilled = (fault: ServerFault): boolean =>
  (fault.kind === "status" && !fault.isBegun && !OUT_OF_PATIENCE.has(fault.status)) ||
  (fault.kind === "connection" && fault.isUnsent);

/** We stopped reading an answer that exceeds its limit. */
const isOverlong = (fault: ServerFault): boolean => fault.kind === "too-large" && fault.isStream === true;

/** The fault of an exchange that was ended from outside, or null while it is running. */
export const endedFault = ({ deadline }: ExchangeContext): Rejected | null => {
  const why = deadline.ended();
  if (why === null) return null;
  return rejected({
    kind: "ended",
    why,
    message: why === "interrupted" ? "interrupted" : "gave no whole answer in the time allowed",
  });
};
