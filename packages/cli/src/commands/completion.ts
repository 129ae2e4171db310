import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT } from "@llmch/contract";
import type { CommandContext } from "../command-context.ts";
import type { CompletionOptions } from "../options.ts";
import type { Outcome } from "../outcome.ts";

/** `llmch completion`: the script by which a shell asks `llmch complete` for what may come next. */
export const completion = async ({ shell }: CompletionOptions, { templates }: CommandContext): Promise<Outcome> => {
  const script = readFileSync(join(templates, "completion", `llmch.${shell}`), "utf8");
  return { exitCode: EXIT.ok, verdict: "PASS", lines: [script.trimEnd()], extra: { script } };
};
