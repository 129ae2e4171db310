import type { GivenSettings } from "@llmch/engine";
import type { Invocation } from "../options.ts";

/** Why flags do not go together, or null. */
export const conflictOf = ({ command, options }: Invocation): string | null => {
  if (command === "audit") {
    const isBoth = options.run !== undefined && options.branch !== undefined;
    return isBoth ? "a run and --branch exclude each other: keep one" : null;
  }
  if (command === "show") {
    const isBoth = options.prompt && options.response;
    return isBoth ? "--prompt and --response exclude each other: keep one" : null;
  }
  if (command !== "plan" && command !== "run" && command !== "run-all") return null;
  if (options.replayStrict && options.replay === undefined && !namesRecord(options.given)) {
    return "--replay-strict needs --replay: name the record";
  }
  if (command === "plan") return null;
  const { branch, createBranch, reuseBranch, sandbox, requireSandbox } = options;
  if (!sandbox && requireSandbox) return "--no-sandbox and --require-sandbox exclude each other: keep one";
  if (createBranch && reuseBranch) return "--create-branch and --reuse-branch exclude each other: keep one";
  if (createBranch && branch === undefined) return "--create-branch needs --branch: name the branch to create";
  if (reuseBranch && branch === undefined) return "--reuse-branch needs --branch: name the branch to reuse";
  return null;
};

/** Whether a flag names a record as the model: `--model replay:FILE`. */
const namesRecord = (given: GivenSettings): boolean =>
  Object.values(given)
    .flat()
    .some((value) => typeof value === "string" && value.startsWith("replay:"));
