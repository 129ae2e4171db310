import { createRedactor, type Redactor, secretsOf } from "@llmch/contract";
import { takeSecrets } from "@llmch/host";

/**
 * Makes the environment llmch's own: its secrets are in the copy alone from here on, and the redactor keeps them out of
 * what is printed (contract §7). Loaded by commands that ask a model or run anything.
 */
export const ownSecrets = (
  env: NodeJS.ProcessEnv,
): { readonly env: NodeJS.ProcessEnv; readonly redactor: Redactor } => {
  const own = takeSecrets(env);
  return { env: own, redactor: createRedactor(secretsOf(own)) };
};
