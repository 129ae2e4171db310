import type { Entry } from "@llmch/app";
import type { Console } from "./console/console.ts";
import type { Invocation } from "./options.ts";
import type { Drawn } from "./outcome.ts";
import type { Terminal } from "./terminal.ts";

/** What a view draws: an outcome, of what was asked. */
export interface Viewed extends Invocation {
  readonly entry: Entry;
}

/** Draws an outcome: prints what goes above its lines, and returns these. */
export type View = (
  outcome: never,
  viewed: Viewed,
  console: Console,
  terminal: Pick<Terminal, "env" | "cwd">,
) => Drawn | Promise<Drawn>;
