import type { ResolvedSettings } from "@llmch/config";
import { distrusted, isTrustedHost, modelsOf, serverOf } from "@llmch/config";
import type { Environment, ModelRole } from "@llmch/contract";
import { connect, probeServer, type Server } from "@llmch/models";
import { type Finding, fine, missing, warned } from "./finding.ts";

const LIMIT_MS = 10_000;
const ROLES: readonly ModelRole[] = ["planner", "factory"];

/** Which servers may be contacted. */
export interface Contact {
  /** No server at all. */
  readonly offline: boolean;
  /** Also those that only the repo's own file names. */
  readonly contact: boolean;
}

/** Checks that there is a key for every model in the settings, and that its server accepts it. Asks nothing that costs money. */
export const examineModelServers = async (
  { offline, contact }: Contact,
  { values: settings, untrusted, repoServers }: Pick<ResolvedSettings, "values" | "untrusted" | "repoServers">,
  env: Environment,
  signal: AbortSignal,
): Promise<readonly Finding[]> => {
  const findings = new Map<string, Finding>();
  const servers = new Map<string, Server>();
  const isTrusted = ({ provider }: Server) => !Object.hasOwn(untrusted, serverOf(provider) ?? "");
  // Beside an agent of the user's, the factory may need no model.
  const roles = settings.factory.executor === null ? ROLES : ROLES.slice(0, 1);
  for (const role of roles) {
    const denied = distrusted(untrusted, modelsOf(settings, role));
    if (denied !== null) findings.set(denied.message, warned("settings", denied.message, denied.hint));
    const connected = connect(settings, role, env);
    if (connected.ok) {
      for (const warning of connected.value.warnings)
        findings.set(warning, warned("key", warning, "set it, or take the model out"));
      for (const connection of connected.value.connections.byModel.values()) {
        if (isTrusted(connection.server)) servers.set(connection.server.provider, connection.server);
      }
      continue;
    }
    for (const { code, message, hint } of connected.issues) {
      const name = code === "no-key" ? "key" : "settings";
      findings.set(message, offline ? warned(name, message, hint) : missing(name, { message, hint }));
    }
  }
  for (const server of servers.values()) {
    const host = new URL(server.baseUrl).host;
    if (server.hasKey) findings.set(server.keyName, fine("key", `${server.keyName} is set`));
    const isUsers =
      !repoServers.includes(serverOf(server.provider) ?? "") ||
      isTrustedHost(server.baseUrl, settings.network.trusted_hosts);
    findings.set(host, await examined(server, host, { offline, contact: contact || isUsers }, signal));
  }
  return [...findings.values()];
};

const examined = async (
  server: Server,
  host: string,
  { offline, contact }: Contact,
  signal: AbortSignal,
): Promise<Finding> => {
  if (offline) return warned("server", `${host} was not asked`, "leave out --offline to ask it");
  if (contact) return asked(server, host, signal);
  const hint = "`llmch doctor --contact` asks it; runs that use its models send it prompts";
  return warned("server", `${host} was not asked: the repo's own file names it`, hint);
};

const asked = async (server: Server, host: string, signal: AbortSignal): Promise<Finding> => {
  const answer = await probeServer(server, { limitMs: LIMIT_MS, signal });
  if (answer.ok) return fine("server", `${host} answers`);
  const [{ kind, message }] = answer.issues;
  return missing("server", { message: `${host} ${message}`, hint: hintOf(server)[kind] });
};

const hintOf = ({ hasKey, keyName, addressName }: Server) => ({
  silent: `check the network and ${addressName}, or work from a record with --replay FILE`,
  key: hasKey ? `set ${keyName} to a key that the server takes` : `name the variable that holds its key in ${keyName}`,
  server: `try again, or name another server in ${addressName}`,
});
