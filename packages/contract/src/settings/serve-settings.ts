import { accepted, isJsonObject, type JsonObject, rejected } from "@llmch/text";
import { type Kind, line, listOf } from "./kind.ts";
import { fromJson, record } from "./object-kinds.ts";
import { setting } from "./setting.ts";

/** Work that `llmch serve` puts into its queue by the clock. */
export interface Timer {
  /** When, as cron has it. */
  readonly cron: string;
  /** The operation's name, as a command has it. */
  readonly operation: string;
  readonly request: JsonObject;
  /** A path; relative ones start from the user's home. */
  readonly repo: string;
}

const anyObject = (words: string): Kind<JsonObject> => {
  const read: Kind<JsonObject>["read"] = (value) => (isJsonObject(value) ? accepted(value) : rejected(words));
  return { words, read, fromText: fromJson(words, read), schema: { type: "object" } };
};

const timers = (): Kind<readonly Timer[]> => {
  const words = "a list of objects with cron, operation, request and repo";
  const timer = record<Timer>("an object with cron, operation, request and repo", {
    cron: { kind: line("a cron expression, such as 0 3 * * *"), about: "When, in the machine's own time." },
    operation: { kind: line("an operation that makes a run, such as build"), about: "The command's name." },
    request: { kind: anyObject("an object with the members of its request"), about: "As in the library." },
    repo: { kind: line("a path"), about: "The repo to work on; a relative path starts from your home." },
  });
  const list = listOf(timer, words);
  return { ...list, fromText: fromJson(words, list.read) };
};

const NONE: readonly Timer[] = [];

/** What `llmch serve` does by itself. */
export const SERVE_SETTINGS = {
  timers: setting(
    timers(),
    NONE,
    "Work that `llmch serve` begins by the clock; what was missed while it did not run is begun once.",
    { scope: "user" },
  ),
} as const;
