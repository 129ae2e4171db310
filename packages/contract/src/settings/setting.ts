import type { Kind } from "./kind.ts";

/** One setting: its values, its default, its description, and where it may be set. */
export interface Setting<Value> {
  readonly kind: Kind<Value>;
  readonly default: Value;
  /** One sentence for `docs/settings.md`, `llmch config` and editors. */
  readonly about: string;
  /** The flag that sets it for one command, as its help shows it: `--model <model>`. */
  readonly flag: string | null;
  /** Whether only `--help-all` shows the flag. */
  readonly isRare: boolean;
  /** The environment variable; null for `LLMCH_<GROUP>_<NAME>`. */
  readonly variable: string | null;
  /** `user`: the repo's own file may not set it, or the repo's author would control the user's keys. */
  readonly scope: "anywhere" | "user";
}

export const setting = <Value>(
  kind: Kind<Value>,
  fallback: Value,
  about: string,
  details: Partial<Setting<Value>> = {},
): Setting<Value> => ({
  flag: null,
  isRare: false,
  variable: null,
  scope: "anywhere",
  ...details,
  kind,
  default: fallback,
  about,
});
