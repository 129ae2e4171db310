import type { ResolvedSettings } from "@llmch/config";
import type { SandboxSettings, Settings } from "@llmch/contract/settings";
import { findBubblewrap, findControlGroups, type Sandbox } from "@llmch/process";
import { accepted, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import type { Repository } from "@llmch/workspace";
import { keptPlaces } from "./kept-places.ts";

/** What isolates commands from the rest of the machine. */
export type Isolation =
  | { readonly sandbox: Sandbox }
  /** `why` is null if the user asked for no sandbox. */
  | { readonly sandbox: null; readonly why: string | null };

const NO_LIMITS = "leave out sandbox.memory_mb and sandbox.processes, or run as root or in a session of systemd's";
const MEGABYTE = 1024 * 1024;

/**
 * Finds the sandbox for commands. If there is none they run as the user, or not at all.
 * @param own plans and records, which commands do not see
 */
export const findIsolation = async (
  { sandbox, allow_network }: Pick<Settings["run"], "sandbox" | "allow_network">,
  { temporary_mb, memory_mb, processes }: SandboxSettings,
  { root, gitDir, commonDir, env }: Repository,
  own: readonly string[] = [],
): Promise<Result<Isolation, Refusal>> => {
  if (sandbox === "off") return accepted({ sandbox: null, why: null });
  const notFrom = [root, gitDir, commonDir];
  const temporaryBytes = temporary_mb === null ? undefined : temporary_mb * MEGABYTE;
  const limits = { memoryBytes: memory_mb === null ? null : memory_mb * MEGABYTE, processes };
  // Refuse if limits that the user asked for cannot be set: running without them would be less safe than requested.
  const limiting = await findControlGroups(limits);
  if (!limiting.ok)
    return rejected(refusal("no-sandbox", `commands cannot be limited: ${limiting.issues[0]}`, NO_LIMITS));
  const limit = limiting.value;
  // With the key there a command could make runs of this machine's own, with a server's token beside its runs it could ask for some.
  const hidden = keptPlaces({ root, env }, own);
  const found = await findBubblewrap(env, { allowsNetwork: allow_network, notFrom, temporaryBytes, hidden, limit });
  if (found.ok) return accepted({ sandbox: found.value });
  const [why] = found.issues;
  if (sandbox !== "required") return accepted({ sandbox: null, why });
  const hint = "install bubblewrap, let this user have user namespaces, or leave out --require-sandbox (run.sandbox)";
  return rejected(refusal("no-sandbox", `commands cannot be isolated: ${why}`, hint));
};

/** Whether nothing isolates commands that no person has seen, and the user's own settings do not allow that: they are refused. */
export const refusesUnseen = ({ sandbox }: Isolation, { runsUnseen }: Pick<ResolvedSettings, "runsUnseen">): boolean =>
  sandbox === null && runsUnseen !== true;

/** The isolation as the header shows it. */
export const isolationInWords = (isolation: Isolation): string => {
  if (isolation.sandbox === null) return `not isolated (${isolation.why ?? "--no-sandbox"})`;
  const { name, allowsNetwork } = isolation.sandbox;
  return `sandboxed (${name})${allowsNetwork ? ", network allowed" : ""}`;
};
