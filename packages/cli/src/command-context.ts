import type { Context } from "@llmch/engine";
import type { Console } from "./console/console.ts";

/** What every command gets besides its options. */
export interface CommandContext extends Context {
  readonly console: Console;
}
