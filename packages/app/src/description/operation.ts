import type { RunKind } from "@llmch/contract";
import type { z } from "zod";

/** What an operation may do beyond reading. */
export type Effect =
  /** It reads, and nothing else. */
  | "read"
  /** It writes documents: settings, a report, a plan. */
  | "write"
  /** It asks models, which costs money. */
  | "ask"
  /** It asks models and moves a branch. */
  | "branch"
  /** It removes branches or records. */
  | "remove";

/** The commands' groups in `llmch --help`. */
export type Topic = "Plan" | "Carry out" | "Look" | "Set up";

/**
 * An operation as every face knows it: flags, help, the manual, completion, the library's methods and types, and the JSON document of
 * `--json` are made from it when llmch is built. Only the build reads it, so that no command loads zod.
 */
export interface Description {
  /** The command's name; the library's method has it in camelCase. */
  readonly name: string;
  readonly topic: Topic;
  /** What it does, in one clause that begins with a verb. */
  readonly sentence: string;
  readonly may: Effect;
  /** The member of the request that the command line takes without a flag, such as `[run]`. A flag with its own name may stand for it. */
  readonly argument?: { readonly member: string; readonly shown: string; readonly flag?: string };
  /** The kind of run that it makes. The run's folder keeps the request. */
  readonly makes?: RunKind;
  /** The groups of settings, and single settings, that the command has flags for. */
  readonly settings?: readonly string[];
  /** Whether it reports faults in settings, or mends them, instead of being refused for them. */
  readonly tellsOfSettings?: boolean;
  /** Whether it reads nothing that could hold a key, and starts no other program. */
  readonly keyless?: boolean;
  readonly request: z.ZodObject;
  /** The members of its result, and so of the `--json` document, where they are written in snake_case. */
  readonly result: z.ZodType;
  /** Members of the result that the `--json` document has elsewhere: in its paths, counts or runs. */
  readonly elsewhere?: readonly string[];
  /** Two command lines, ready to paste. */
  readonly examples: readonly [string, string];
  /** What its exit codes mean; by default 0 if it is done, and 1 if not. */
  readonly exits?: readonly string[];
}

/** Keeps a description for the build. A bundle that only carries operations out leaves it out, and zod with it. */
export const describe = <Described extends Description>(make: () => Described): (() => Described) => make;

/** The request of an operation. */
export type RequestOf<Make extends () => Description> = z.output<ReturnType<Make>["request"]>;
/** The result of an operation. */
export type ResultOf<Make extends () => Description> = z.output<ReturnType<Make>["result"]>;
