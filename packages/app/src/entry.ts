import type { RunKind } from "@llmch/contract";
import type { OperationContext } from "./context.ts";
import type { Effect, Topic } from "./description/operation.ts";
import type { OperationName } from "./operation-names.ts";
import type { Outcome } from "./outcome.ts";

/** A member of a request, as faces know it. */
export interface Member {
  readonly name: string;
  readonly about: string;
  /** `value` is judged by the operation itself. */
  readonly kind: "text" | "switch" | "number" | "choice" | "list" | "value" | "subject";
  readonly isRequired: boolean;
  /** As commander writes it: `--artifacts-dir <dir>`, and `--contact [name]` for a switch that may have a value; null if the command line has none. */
  readonly flag: string | null;
  readonly choices?: readonly string[];
  readonly default?: unknown;
  /** What `false` means: `--no-repo`. */
  readonly off?: string;
  /** Flags without a value, each of which stands for one value. */
  readonly switches?: readonly { readonly flag: string; readonly about: string; readonly value: string | boolean }[];
  /** As a further argument of the command line: `<value>`. */
  readonly argument?: string;
  /** Whether only `--help-all` shows the flag. */
  readonly rare?: boolean;
  /** Whether each text of a list has its own flag; else commas separate them. */
  readonly repeated?: boolean;
  /** The least that a number may be. */
  readonly least?: number;
}

/** An operation, as faces know it: made by the build from its description. */
export interface Entry {
  readonly name: OperationName;
  /** The library's name for it. */
  readonly method: string;
  readonly topic: Topic;
  readonly sentence: string;
  readonly may: Effect;
  /** Whether it reads nothing that could hold a key, and starts no other program. */
  readonly keyless: boolean;
  /** Whether it reports faults in settings, or mends them, instead of being refused for them. */
  readonly tellsOfSettings: boolean;
  /** The kind of run that it makes; null if it makes none. */
  readonly makes: RunKind | null;
  readonly argument: { readonly member: string; readonly shown: string; readonly flag?: string } | null;
  /** The settings that have flags: groups such as `budget`, or single ones. */
  readonly settings: readonly string[];
  readonly examples: readonly [string, string];
  readonly exits: readonly string[] | null;
  readonly members: readonly Member[];
  /** Members of its result that the JSON document has elsewhere. */
  readonly elsewhere: readonly string[];
  /** Names of its result that the JSON document has in snake_case. */
  readonly resultNames: readonly string[];
}

/** What the module of an operation offers. */
export interface Door {
  /** Does it. The request was judged by the operation's own description, from which its type is made. */
  operate(request: never, context: OperationContext): Promise<Outcome>;
  /** The repo whose settings apply, if it is not the one that the request names; null for none. */
  settingsRepo?(
    request: never,
    place: Pick<OperationContext, "env" | "cwd" | "signal" | "here">,
  ): Promise<string | null>;
}
