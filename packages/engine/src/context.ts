import type { ResolvedSettings } from "./settings/resolved-settings.ts";

/** Variables as a caller gives them; the engine reads no others. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What every act of the engine is given. Nothing of the process is read or changed beside it. */
export interface Context {
  /** Every setting's value, and where it came from. */
  readonly settings: ResolvedSettings;
  readonly env: Environment;
  /** Values of the environment that nothing may show. */
  readonly secrets: readonly string[];
  /** What relative paths start from; absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly version: string;
  /** Where the shipped prompts are. */
  readonly templates: string;
  /** Told what the user should know and no record has: one sentence, never the act's result. */
  readonly warn: (sentence: string) => void;
  /** Told a model's reasoning as it comes, and the order that it is for, where several are open at once. */
  readonly reasoning: (text: string, order?: string) => void;
  /** Told how many characters of an answer have come so far, in the same way. */
  readonly answering?: (characters: number, order?: string) => void;
}
