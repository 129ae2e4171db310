import type { Environment } from "@llmch/contract";
import { type ConfigEntry, configValue } from "./configuration.ts";

const OURS = { name: "llmch", email: "llmch@localhost" } as const;

/**
 * Who commits: the repo's or the user's identity as git finds it, else llmch's own, passed only through the environment so that
 * no configuration is written (contract §6).
 */
export const identityEnvironment = (env: Environment, entries: readonly ConfigEntry[]): Record<string, string> => ({
  ...identity("author", env, entries),
  ...identity("committer", env, entries),
});

const identity = (
  role: "author" | "committer",
  env: Environment,
  entries: readonly ConfigEntry[],
): Record<string, string> => {
  const variable = `GIT_${role.toUpperCase()}`;
  const configured = (key: string) => configValue(entries, `${role}.${key}`) || configValue(entries, `user.${key}`);
  const name = env[`${variable}_NAME`] || configured("name");
  const email = env[`${variable}_EMAIL`] || configured("email") || env.EMAIL;
  const whole = name && email ? { name, email } : OURS;
  return { [`${variable}_NAME`]: whole.name, [`${variable}_EMAIL`]: whole.email };
};
