import { type ModelRole, parseModelName } from "@llmch/contract";
import type { CompatibleServer, Settings } from "@llmch/contract/settings";
import { modelSettings, modelsAsked } from "@llmch/models";
import { type Refusal, refusal } from "@llmch/text";

/**
 * Servers named by the repo's own file that may not be sent a key, because the repo's author would choose where the user's key goes. This
 * machine and hosts that the user trusts are allowed.
 * @param names of the servers that only the repo's file names
 */
export const untrustedServers = (settings: Settings, names: readonly string[]): Readonly<Record<string, Refusal>> => {
  const trusted = settings.network.trusted_hosts;
  return Object.fromEntries(
    names.flatMap((name): readonly [string, Refusal][] => {
      const server = settings.models.compatible[name];
      if (server === undefined || server.key_variable === null || isTrusted(server.base_url, trusted)) return [];
      return [[name, distrust(name, server, server.key_variable)]];
    }),
  );
};

const distrust = (name: string, { base_url }: CompatibleServer, variable: string): Refusal => {
  const host = URL.canParse(base_url) ? new URL(base_url).host : "a host that cannot be read";
  return refusal(
    "bad-settings",
    `the repo's own file would send the key in ${variable} to ${host} (models.compatible.${name})`,
    `if you trust that host, name it in network.trusted_hosts of your own settings file, or set LLMCH_NETWORK_TRUSTED_HOSTS=${host}`,
  );
};

/** Whether the user has named a server's host as trusted. */
export const isTrustedHost = (address: string, trusted: readonly string[]): boolean => {
  if (!URL.canParse(address)) return false;
  const { hostname, host } = new URL(address);
  return trusted.includes(hostname) || trusted.includes(host);
};

const isTrusted = (address: string, trusted: readonly string[]): boolean => {
  if (isTrustedHost(address, trusted)) return true;
  return URL.canParse(address) && isThisMachine(new URL(address).hostname);
};

/** Addresses are in canonical form here: no `0x7f.1`. */
const isThisMachine = (hostname: string): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/** Why the models of a role may not be asked; null if they may. */
export const distrusted = (untrusted: Readonly<Record<string, Refusal>>, models: readonly string[]): Refusal | null => {
  for (const name of models) {
    const server = serverOf(name);
    if (server !== null && Object.hasOwn(untrusted, server)) return untrusted[server] ?? null;
  }
  return null;
};

/** The server of a model named `compatible:SERVER` or `compatible:SERVER/MODEL`; null for any other. */
export const serverOf = (name: string): string | null => {
  const parsed = parseModelName(name);
  return parsed.ok && parsed.value.provider === "compatible" ? (parsed.value.model.split("/")[0] ?? null) : null;
};

/** Every model that a role may ask. */
export const modelsOf = (settings: Settings, role: ModelRole): readonly string[] =>
  modelsAsked(modelSettings(settings)[role]);
