import { join } from "node:path";
import { readTextFile } from "@llmch/files";
import { z } from "zod";
import type { OperationContext } from "../context.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { done, type Outcome, refused } from "../outcome.ts";

export const description = /* @__PURE__ */ describe(() => ({
  name: "completion",
  topic: "Set up",
  sentence: "print a script that makes your shell complete commands, flags and the names of runs",
  may: "read",
  keyless: true,
  argument: { member: "shell", shown: "<shell>" },
  request: z.strictObject({ shell: z.enum(["bash", "zsh", "fish"]).describe("the shell that you use") }),
  result: z.object({ script: z.string() }),
  examples: ["completion bash", "completion zsh"],
}));

/** The script with which a shell asks `llmch complete` what may come next. */
export const operate = async (
  { shell }: RequestOf<typeof description>,
  { templates }: OperationContext,
): Promise<Outcome<ResultOf<typeof description>>> => {
  const script = await readTextFile(join(templates, "completion", `llmch.${shell}`));
  return script.ok ? done({ script: script.value }) : refused(script.issues);
};
