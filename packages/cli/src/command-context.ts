import type { Context } from "@llmch/engine";
import type { Console } from "./console/console.ts";

/** What every command is given besides its options. */
export interface CommandContext extends Context {
  readonly console: Console;
}
