import { type JsonObject, type Redactor, type Result, rejected } from "@llmch/contract";
import type { Transport } from "../connections.ts";
import type { Question } from "../live/answer.ts";
import { type Capabilities, type Refusable, withoutRefused } from "./capabilities.ts";
import { type Deadline, startDeadline } from "./deadline.ts";
import { describeFault, type Rejected, type ServerFault, type StatusFault, shown, type Unspent } from "./fault.ts";
import type { Pass } from "./gate.ts";
import { isOverload, NO_TRIES, nextTry, retryAfterMs } from "./retry.ts";
import type { Send } from "./send.ts";
import type { Time } from "./time.ts";

/** What the requests of one exchange share: a question may take several. */
export interface ExchangeContext {
  readonly send: Send;
  readonly transport: Transport;
  readonly time: Time;
  readonly redactor: Redactor;
  /** Through which gate the exchange goes to its server. */
  readonly pass: Pass;
  /** Ends the exchange: the user's interrupt, or the limit on its whole time. */
  readonly deadline: Deadline;
  /** What the server took so far. What is learned here is kept for the run, and other calls may learn meanwhile. */
  capabilities: Capabilities;
  /** Told how many characters of the answer have come so far, where the protocol streams it. */
  readonly answering?: (characters: number) => void;
  /** Tells that something is asked again, and why. */
  retried(reason: string, waitMs: number): Promise<void>;
  /**
   * Before a call that is billed is made up: sets aside what it may take, and lowers what its answer may have to what a cap
   * leaves. Says which limit of the budget it could cross, or null where it may be made or the exchange was ended.
   */
  spend(): Promise<Unspent | null>;
  /** Nothing is billed of the call that was made last. */
  unbilled(): void;
  /** Nothing more is heard of it. */
  lost(): void;
}

/** One request and how to read its answer. */
export interface Call<Answer> {
  readonly method: "get" | "post";
  readonly path: string;
  /** The body, within what the server takes; made anew after a refusal. */
  body(known: Capabilities): JsonObject | null;
  /** What of the body a server may refuse. */
  readonly refusable: readonly Refusable[];
  /** What is asked, where an answer is billed; null where only an answer is fetched. */
  readonly question: Question | null;
  /** Reads to the end, putting off the end of `silence` with every piece. */
  read(response: Response, silence: Deadline): Promise<Result<Answer, ServerFault>>;
  /** How long the server may be silent, or null where only the exchange's own limit holds. */
  idleMs(known: Capabilities): number | null;
  /** Told that a call was lost on its way while the server may be at work: from then on it may be asked in another way. Says which. */
  lost?(): string;
}

/** Refusals of one parameter or the other before we give in: each is asked once more without it. */
const MAX_ADAPTATIONS = 8;

/** Sends a request until it is answered or nothing more can be done: adapts to refused parameters, retries what passes. */
export const call = async <Answer>(
  context: ExchangeContext,
  request: Call<Answer>,
): Promise<Result<Answer, ServerFault>> => {
  let tries = NO_TRIES;
  let adaptations = 0;
  for (;;) {
    const kept = await mayBeMade(context, request.question !== null);
    if (kept !== null) return kept;
    const known = context.capabilities;
    const body = request.body(known);
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

/** Waits until a call may be made: the server's turn first, then the budget's. Says why it is not made; null where it is. */
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

/** Tells the gate. Only a question goes to the end of the line: an answer that is fetched is in the works. */
const wasRefused = <Answer>(context: ExchangeContext, { question }: Call<Answer>, fault: StatusFault): boolean => {
  const { pass, time, transport } = context;
  const askedMs = retryAfterMs(fault, time.epochMs());
  // An answer that had begun may be billed: that is settled before anything is waited for.
  if (question !== null) context.lost();
  return pass.refused(askedMs === null ? null : Math.min(askedMs, transport.maxWaitMs), question !== null);
};

const once = async <Answer>(
  context: ExchangeContext,
  request: Call<Answer>,
  body: JsonObject | null,
): Promise<Result<Answer, ServerFault>> => {
  const idleMs = request.idleMs(context.capabilities);
  const silence = startDeadline(context.deadline.signal, idleMs);
  try {
    const response = await context.send({ method: request.method, path: request.path, body }, silence.signal);
    const outcome = response.ok ? await request.read(response.value, silence) : response;
    // Who only fetches an answer learns nothing of what the question for it costs.
    if (request.question !== null && !outcome.ok && isUnbilled(outcome.issues[0])) context.unbilled();
    if (request.question !== null && outcome.ok) context.pass.answered();
    const ended = endedFault(context);
    if (ended !== null) return ended;
    if (outcome.ok) return outcome;
    if (silence.ended() === null) return rejected(shown(outcome.issues[0], context.redactor));
    return rejected({ kind: "connection", message: `silent for ${idleMs} ms`, isUnsent: false });
  } finally {
    silence.close();
  }
};

/** What is said before a call that may be billed beside the one before it. */
const furtherWords = <Answer>(fault: ServerFault, { question, lost }: Call<Answer>): string => {
  if (question === null || isUnbilled(fault)) return "";
  const way = isLost(fault) ? (lost?.() ?? "") : "";
  return `${isLost(fault) ? ", and may be at work on it" : ""}: asked once more${way}, and both calls may be billed`;
};

/** A proxy hung up, or said nothing for too long: who is behind it may be at work all the same. */
const isLost = (fault: ServerFault): boolean =>
  fault.kind === "connection" || (fault.kind === "status" && OUT_OF_PATIENCE.has(fault.status));

/** A gateway lost patience: who is behind it may be at work all the same. */
const OUT_OF_PATIENCE: ReadonlySet<number> = new Set([504, 524]);

/** A refusal costs nothing, nor does a server that was never reached; an answer that had begun may. */
const isUnbilled = (fault: ServerFault): boolean =>
  (fault.kind === "status" && !fault.isBegun && !OUT_OF_PATIENCE.has(fault.status)) ||
  (fault.kind === "connection" && fault.isUnsent);

/** The fault of an exchange that was ended from outside, or null while it goes on. */
export const endedFault = ({ deadline }: ExchangeContext): Rejected | null => {
  const why = deadline.ended();
  if (why === null) return null;
  return rejected({
    kind: "ended",
    why,
    message: why === "interrupted" ? "interrupted" : "gave no whole answer in the time allowed",
  });
};
