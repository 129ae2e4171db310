import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Finished, type Invocation, runLlmch } from "@llmch/testkit";
import { runInProcess } from "./in-process.ts";

export type { Finished, Invocation } from "@llmch/testkit";

export const BINARY = join(dirname(dirname(fileURLToPath(import.meta.url))), "bin/llmch.js");

/**
 * Runs llmch without any key, colour or git setting of the machine: from source in this process, or built as a separate process if the test
 * says so or acts on the process.
 */
export const llmch = (argv: readonly string[], invocation: Invocation): Promise<Finished> =>
  needsProcess(invocation) ? runLlmch(BINARY, argv, invocation) : runInProcess(argv, invocation);

const needsProcess = ({ process, under, onOutput, onInputRead }: Invocation): boolean =>
  process ?? (under !== undefined || onOutput !== undefined || onInputRead !== undefined);
