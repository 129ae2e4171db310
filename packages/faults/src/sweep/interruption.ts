import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rudeProgram } from "@llmch/testkit";
import { isJsonObject, type JsonValue } from "@llmch/text";
import type { Setting } from "./scenario.ts";
import type { Killing } from "./strike.ts";

/** A signal that ends llmch after a rollback. */
export type Interrupt = "SIGINT" | "SIGTERM" | "SIGHUP";

/** A session that a signal interrupts, and what it says of itself. */
export interface Interruption extends Killing {
  /** In how many turns of its event loop it worked with files, or started a program. */
  turns(): number;
  /** How long it lived on after the signal; null if it was never interrupted, or did not end by itself. */
  tookMs(): number | null;
}

/** Sends llmch a signal in a turn of its event loop, counted from 1: all calls of a turn are over before the signal is heard. */
export const interruptingIn = (turn: number, signal: Interrupt, { root }: Pick<Setting, "root">): Interruption => {
  const file = join(root, "interruption.json");
  rmSync(file, { force: true });
  const said = (name: string): JsonValue => {
    const document: JsonValue = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
    return isJsonObject(document) ? (document[name] ?? null) : null;
  };
  const call = () => said("call");
  return {
    // Ctrl-C goes to a process group: it must not be ours.
    under: ["setsid", "--wait"],
    env: {
      NODE_OPTIONS: `--import=${pathToFileURL(rudeProgram("interrupts-itself")).href}`,
      INTERRUPT: `${turn} ${signal} ${file}`,
    },
    struck: () => (call() === null ? [] : [`${signal} in turn ${turn}: ${call()}`]),
    turns: () => Number(said("turns")),
    tookMs: () => {
      const ms = said("ms");
      return typeof ms === "number" ? ms : null;
    },
  };
};
