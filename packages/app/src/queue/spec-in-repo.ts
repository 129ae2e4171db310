import type { Environment, Refusal, Result } from "@llmch/text";
import { textInRepo } from "@llmch/workspace";

/** The spec that a program names by its path in a repo: no link leads out of it, and none to what git ignores or to a secret. */
export const specInRepo = (
  file: string,
  { repo, keys }: { readonly repo: string; readonly keys: { readonly env: Environment } },
): Promise<Result<string, Refusal>> => textInRepo(repo, file, keys.env);
