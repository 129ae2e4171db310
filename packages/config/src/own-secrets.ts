import { hideKeys, takeKeys, takeSecrets } from "@llmch/process";
import { createRedactor, type Environment, type Redactor, secretsOf } from "@llmch/text";

export interface OwnSecrets {
  readonly env: NodeJS.ProcessEnv;
  readonly secrets: readonly string[];
  readonly redactor: Redactor;
}

/**
 * Takes over the environment for llmch: from here on only the copy contains its secrets, and the redactor keeps them out of all output
 * (contract §7). Loaded by commands that ask a model or run anything.
 * @param isOwn whether it is the environment of this process, and not one made for the command
 */
export const ownSecrets = (env: NodeJS.ProcessEnv, isOwn: boolean): OwnSecrets => {
  const own = takeSecrets(env, isOwn);
  const secrets = secretsOf(own);
  return { env: own, secrets, redactor: createRedactor(secrets) };
};

/** The same, once settings have named further variables that hold keys. */
export const withKeys = (
  { env: own }: Pick<OwnSecrets, "env">,
  env: NodeJS.ProcessEnv,
  keys: readonly string[],
  isOwn: boolean,
): OwnSecrets => {
  const secrets = secretsOf(own, keys);
  takeKeys(env, own, keys, isOwn);
  return { env: own, secrets, redactor: createRedactor(secrets) };
};

/**
 * For an environment that somebody else continues to use: nothing is removed from it. llmch gets a copy in which the keys named by
 * settings are hidden from listing.
 */
export const keepingKeys = (env: Environment, keys: readonly string[]): Pick<OwnSecrets, "env" | "secrets"> => {
  const own = { ...env };
  const secrets = secretsOf(own, keys);
  hideKeys(own, keys);
  return { env: own, secrets };
};
