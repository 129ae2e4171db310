import type { Refusal } from "@llmch/contract";

/** What was found of one thing that llmch needs, or that serves it. */
export interface Finding {
  /** What was looked at, in a word or two. */
  readonly name: string;
  readonly state: "ok" | "warning" | "missing";
  readonly message: string;
  /** What to do, beginning with a verb; null where all is well. */
  readonly mend: string | null;
}

export const fine = (name: string, message: string): Finding => ({ name, state: "ok", message, mend: null });

export const warned = (name: string, message: string, mend: string): Finding => ({
  name,
  state: "warning",
  message,
  mend,
});

export const missing = (name: string, { message, mend }: Pick<Refusal, "message" | "mend">): Finding => ({
  name,
  state: "missing",
  message,
  mend,
});
