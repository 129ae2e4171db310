import { join } from "node:path";
import { readTextFile } from "@llmch/files";
import type { CommandContext } from "../command-context.ts";
import type { CompletionOptions } from "../options.ts";
import { type Outcome, refused, told } from "../outcome.ts";

/** `llmch completion`: prints the script with which a shell asks `llmch complete` what may come next. */
export const completion = async ({ shell }: CompletionOptions, { templates }: CommandContext): Promise<Outcome> => {
  const read = await readTextFile(join(templates, "completion", `llmch.${shell}`));
  if (!read.ok) return refused(read.issues);
  const script = read.value;
  return told([script.trimEnd()], { script });
};
