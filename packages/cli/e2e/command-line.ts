import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Finished, type Invocation, runLlmch } from "@llmch/testkit";

export type { Finished, Invocation } from "@llmch/testkit";

export const BINARY = join(dirname(dirname(fileURLToPath(import.meta.url))), "bin/llmch.js");

/** Runs the built llmch as a process of its own, without any key, colour or git setting of the machine. */
export const llmch = (argv: readonly string[], invocation: Invocation): Promise<Finished> =>
  runLlmch(BINARY, argv, invocation);
