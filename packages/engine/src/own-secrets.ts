import { createRedactor, type Redactor, secretsOf } from "@llmch/contract";
import { hideKeys, takeKeys, takeSecrets } from "@llmch/process";

export interface OwnSecrets {
  readonly env: NodeJS.ProcessEnv;
  readonly secrets: readonly string[];
  readonly redactor: Redactor;
}

/**
 * Makes the environment llmch's own: its secrets are in the copy alone from here on, and the redactor keeps them out of
 * what is printed (contract §7). Loaded by commands that ask a model or run anything.
 * @param isOwn whether it is the environment of this process, and not one that was made for the command
 */
export const ownSecrets = (env: NodeJS.ProcessEnv, isOwn: boolean): OwnSecrets => {
  const own = takeSecrets(env, isOwn);
  const secrets = secretsOf(own);
  return { env: own, secrets, redactor: createRedactor(secrets) };
};

/** The same once settings have named variables that hold keys, whatever these are called. */
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
 * An environment that somebody else goes on to use: nothing is taken out of it. llmch has a copy, in which whoever lists it finds none
 * of the keys that settings name.
 */
export const keepingKeys = (
  env: Readonly<Record<string, string | undefined>>,
  keys: readonly string[],
): Pick<OwnSecrets, "env" | "secrets"> => {
  const own = { ...env };
  const secrets = secretsOf(own, keys);
  hideKeys(own, keys);
  return { env: own, secrets };
};
