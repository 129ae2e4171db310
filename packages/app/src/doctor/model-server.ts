import { distrusted, isTrustedHost, modelsOf, type ResolvedSettings, serverOf, serverWithKey } from "@llmch/config";
import { isProvider, type ModelRole, PROVIDERS, SERVER_PRESETS } from "@llmch/contract";
import { compatibleServer, connect, connectionOf, probeServer, type Server } from "@llmch/models";
import type { Environment } from "@llmch/text";
import { type Finding, fine, missing, warned } from "./finding.ts";

const LIMIT_MS = 10_000;
const ROLES: readonly ModelRole[] = ["planner", "factory"];

/** Which servers may be contacted. */
export interface Contact {
  /** No server at all. */
  readonly offline: boolean;
  /** Also those that only the repo's own file names; or this one alone. */
  readonly contact: boolean | string;
}

interface Place {
  readonly env: Environment;
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** Checks that there is a key for every model in the settings, and that its server accepts it. Asks nothing that costs money. */
export const examineModelServers = async (
  { offline, contact }: Contact,
  resolved: Pick<ResolvedSettings, "values" | "untrusted" | "repoServers">,
  place: Place,
): Promise<readonly Finding[]> => {
  const { values: settings, untrusted, repoServers } = resolved;
  const { env } = place;
  if (typeof contact === "string") return examineServer(contact, offline, resolved, place);
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
    if (server.hasKey && server.keyCommand === null)
      findings.set(server.keyName, fine("key", `${server.keyName} is set`));
    const isUsers =
      !repoServers.includes(serverOf(server.provider) ?? "") ||
      isTrustedHost(server.baseUrl, settings.network.trusted_hosts);
    findings.set(host, await examined(server, host, { offline, contact: contact || isUsers }, place));
  }
  return [...findings.values()];
};

/** The server of this name, whether models of it are set or not. */
const examineServer = async (
  name: string,
  offline: boolean,
  { values: settings, untrusted }: Pick<ResolvedSettings, "values" | "untrusted">,
  place: Place,
): Promise<readonly Finding[]> => {
  const isAgent = Object.hasOwn(settings.executors, name);
  if (!isProvider(name) && compatibleServer(name, settings, place.env) === null) {
    if (isAgent) return [];
    const known = [
      ...Object.keys(PROVIDERS),
      ...Object.keys(SERVER_PRESETS),
      ...Object.keys(settings.models.compatible),
    ];
    return [
      missing("server", {
        message: `there is no server ${name}`,
        hint: `name one of ${[...new Set(known)].join(", ")}`,
      }),
    ];
  }
  const found = connectionOf(isProvider(name) ? `${name}:any` : `compatible:${name}/any`, settings, place.env);
  const denied = untrusted[name];
  if (denied !== undefined) return [missing("settings", denied)];
  // An agent of that name needs no key of the server's.
  if (!found.ok)
    return isAgent ? [] : found.issues.map((issue) => missing(issue.code === "no-key" ? "key" : "settings", issue));
  const { server } = found.value;
  const key = server.hasKey && server.keyCommand === null ? [fine("key", `${server.keyName} is set`)] : [];
  return [...key, await examined(server, new URL(server.baseUrl).host, { offline, contact: true }, place)];
};

const examined = async (
  server: Server,
  host: string,
  { offline, contact }: Contact,
  place: Place,
): Promise<Finding> => {
  if (offline) return warned("server", `${host} was not asked`, "leave out --offline to ask it");
  if (contact) return asked(server, host, place);
  const hint = "`llmch doctor --contact` asks it; runs that use its models send it prompts";
  return warned("server", `${host} was not asked: the repo's own file names it`, hint);
};

const asked = async (server: Server, host: string, { signal, ...place }: Place): Promise<Finding> => {
  const keyed = await serverWithKey(server, place);
  if (!keyed.ok) return missing("key", keyed.issues[0]);
  const answer = await probeServer(keyed.value, { limitMs: LIMIT_MS, signal });
  if (answer.ok) return fine("server", `${host} answers`);
  const [{ kind, message }] = answer.issues;
  return missing("server", { message: `${host} ${message}`, hint: hintOf(server)[kind] });
};

const hintOf = ({ hasKey, keyName, addressName }: Server) => ({
  silent: `check the network and ${addressName}, or work from a record with --replay FILE`,
  key: hasKey ? `set ${keyName} to a key that the server takes` : `name the variable that holds its key in ${keyName}`,
  server: `try again, or name another server in ${addressName}`,
});
