import { ownSecrets, withKeys } from "@llmch/config/own-secrets";
import type { Keys } from "../perform.ts";

/**
 * The keys in a process's environment: from here on only the copy contains them. It is loaded only by what could show them to others.
 * @param isOwn whether the environment is the process's own, and not another's
 */
export const ownKeys = (env: NodeJS.ProcessEnv, isOwn: boolean): Keys => {
  const own = ownSecrets(env, isOwn);
  const held = (kept: Pick<Keys, "env" | "secrets">): Keys => ({
    ...{ env: kept.env, secrets: kept.secrets },
    with: (variables) => held(withKeys(own, env, variables, isOwn)),
  });
  return held(own);
};
