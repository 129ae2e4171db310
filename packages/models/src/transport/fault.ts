import { type LimitReached, type ModelFailureReason, type Redactor, rejected } from "@llmch/contract";

/** Why a server gave no answer that can be used. */
export type ServerFault =
  | StatusFault
  /** No answer began: refused, reset, unknown host, silent; the machine's words. */
  | {
      readonly kind: "connection";
      readonly message: string;
      /** True where the server was never reached. */
      readonly isUnsent: boolean;
    }
  /** An answer began that cannot be read: cut off, a page of HTML, no JSON. The message begins with a verb, as the rest do. */
  | { readonly kind: "broken"; readonly message: string }
  /** More than is read; it would be so again. */
  | { readonly kind: "too-large"; readonly message: string }
  /** The call could have crossed a limit of the budget, or taken what is kept for orders before its own, and was not made. */
  | { readonly kind: "limit"; readonly reached: Unspent; readonly message: string }
  | LocalFault
  /** We stopped: the user did, or the time for the whole exchange was up. */
  | { readonly kind: "ended"; readonly why: "interrupted" | "deadline"; readonly message: string };

/** Which limit a call could have crossed, or that all that is left is `kept` for the orders before its own. */
export type Unspent = LimitReached | "kept";

/** A model in a file of this machine gave no answer; what that means is known where it is asked. */
export interface LocalFault {
  readonly kind: "local";
  readonly reason: ModelFailureReason;
  readonly message: string;
  readonly hint: string;
}

/** The server answered, and its answer is a refusal. */
export interface StatusFault {
  readonly kind: "status";
  readonly status: number;
  /** The server's own words. */
  readonly message: string;
  /** The parameter that the server names, as in `text.format`. */
  readonly param: string | null;
  readonly code: string | null;
  /** The headers `retry-after` and `retry-after-ms`, as sent. */
  readonly retryAfter: string | null;
  readonly retryAfterMs: string | null;
  /** Whether the server says that the same may be asked again; null where it says nothing of it. */
  readonly mayRetry: boolean | null;
  /** True where an answer had begun, so that it may be billed. */
  readonly isBegun: boolean;
}

export const statusFault = (status: number, message: string, details: Partial<StatusFault> = {}): StatusFault => ({
  param: null,
  code: null,
  retryAfter: null,
  retryAfterMs: null,
  mayRetry: null,
  isBegun: false,
  ...details,
  kind: "status",
  status,
  message,
});

export type Rejected = { readonly ok: false; readonly issues: readonly [ServerFault, ...ServerFault[]] };

export const broken = (message: string): Rejected => rejected({ kind: "broken", message });

const LONGEST_QUOTE = 300;

/** A fault with words that may be shown: without secrets, and only then cut to one line; half a key is one too. */
export const shown = (fault: ServerFault, redactor: Redactor): ServerFault => ({
  ...fault,
  message: oneLine(redactor.text(fault.message)),
});

/** A server's words as part of one line: white space folded, bounded. */
export const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)}…` : line;
};

/** What happened, as a sentence about `the server at …`. */
export const describeFault = (fault: ServerFault): string => {
  if (fault.kind === "status") return `answers ${fault.status}${fault.message === "" ? "" : ` (${fault.message})`}`;
  return fault.kind === "connection" ? `gives no answer (${fault.message})` : fault.message;
};

const TOO_LONG_CODES: ReadonlySet<string> = new Set([
  "context_length_exceeded",
  "exceed_context_size_error",
  "request_too_large",
]);
/** OpenAI, Anthropic, and the servers that speak like them. */
const TOO_LONG_WORDS =
  /(?:prompt|input|request) is too (?:long|large)|exceeds? (?:the )?(?:available |model'?s? )?context|maximum context length/i;

/** Whether a server says that a request is more than its model can take. */
export const isContextTooLong = ({ status, code, message }: StatusFault): boolean =>
  status === 413 || TOO_LONG_CODES.has(code ?? "") || (status === 400 && TOO_LONG_WORDS.test(message));
