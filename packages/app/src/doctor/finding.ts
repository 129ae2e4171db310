import type { Refusal } from "@llmch/text";

/** The finding about one thing that llmch needs or can use. */
export interface Finding {
  /** What was examined, in a word or two. */
  readonly name: string;
  readonly state: "ok" | "warning" | "missing";
  readonly message: string;
  /** What to do, starting with a verb; null if all is well. */
  readonly hint: string | null;
}

export const fine = (name: string, message: string): Finding => ({ name, state: "ok", message, hint: null });

export const warned = (name: string, message: string, hint: string): Finding => ({
  name,
  state: "warning",
  message,
  hint,
});

export const missing = (name: string, { message, hint }: Pick<Refusal, "message" | "hint">): Finding => ({
  name,
  state: "missing",
  message,
  hint,
});
