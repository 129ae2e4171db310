import type { LimitReached } from "@llmch/contract";
import { type Redactor, rejected } from "@llmch/text";

/** Why a server gave no usable answer. */
export type ServerFault =
  | StatusFault
  /** No answer began: refused, reset, unknown host or silent, in the machine's words. */
  | {
      readonly kind: "connection";
      readonly message: string;
      /** True if the server was never reached. */
      readonly isUnsent: boolean;
    }
  /** An answer began that cannot be read: cut off, an HTML page, not JSON. Like the others, the message begins with a verb. */
  | {
      readonly kind: "broken";
      readonly message: string;
      /** True if the connection broke in the middle of it. */
      readonly isCutOff?: true;
    }
  /** The answer exceeds the reading limit; it would again. */
  | {
      readonly kind: "too-large";
      readonly message: string;
      /** True if what was read of it was a model's answer, piece by piece. */
      readonly isStream?: true;
    }
  /** The call was not made, because it could have crossed a budget limit. */
  | { readonly kind: "limit"; readonly reached: LimitReached; readonly message: string }
  /** We stopped: the user interrupted, or the exchange's total time was up. */
  | { readonly kind: "ended"; readonly why: "interrupted" | "deadline"; readonly message: string };

/** The server answered with a refusal. */
export interface StatusFault {
  readonly kind: "status";
  readonly status: number;
  /** The server's own words. */
  readonly message: string;
  /** The parameter that the server names, such as `text.format`. */
  readonly param: string | null;
  readonly code: string | null;
  /** The headers `retry-after` and `retry-after-ms`, as sent. */
  readonly retryAfter: string | null;
  readonly retryAfterMs: string | null;
  /** Whether the server says that a retry may help; null if it does not say. */
  readonly mayRetry: boolean | null;
  /** True if an answer had begun, and may therefore be billed. */
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

/** The fault of an answer that broke off after it had begun. */
export const brokeOff = (error: unknown): Rejected => {
  const why = oneLine(error instanceof Error ? error.message : String(error));
  return rejected({ kind: "broken", isCutOff: true, message: `broke off in the middle of its answer (${why})` });
};

const LONGEST_QUOTE = 300;

/** A fault that is safe to show: redacted first, and only then cut to one line, because half a key is still a secret. */
export const shown = (fault: ServerFault, redactor: Redactor): ServerFault => ({
  ...fault,
  message: oneLine(redactor.text(fault.message)),
});

/** A server's words as part of one line: white space folded, length limited. */
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

/** Whether a server says that a request exceeds its model's context. */
export const isContextTooLong = ({ status, code, message }: StatusFault): boolean =>
  status === 413 || TOO_LONG_CODES.has(code ?? "") || (status === 400 && TOO_LONG_WORDS.test(message));
