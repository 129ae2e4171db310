import { failuresIn } from "../failures/failures-in.ts";
import type { EndedCommand } from "./environment-fault.ts";

/** Where package managers fetch from. Tests seldom name these hosts. */
const REGISTRY =
  /\b(?:registry\.npmjs\.org|registry\.yarnpkg\.com|pypi\.org|files\.pythonhosted\.org|(?:proxy|sum)\.golang\.org|(?:index|static)\.crates\.io|rubygems\.org|repo\.maven\.apache\.org|repo1\.maven\.org|(?:plugins|services)\.gradle\.org)\b/;

/** How Node, npm, pip, Go, Cargo, Ruby and Java say that there is no way to a host. */
const OUT_OF_REACH =
  /\b(?:EAI_AGAIN|ENOTFOUND|ENETUNREACH|ECONNREFUSED|UnknownHostException)\b|name resolution|\bno such host\b|failed to lookup address|(?:Could not|Couldn't) resolve host|Name or service not known|Network is unreachable|Failed to resolve '/i;

/** A package manager that tries again, or does without. */
const WARNING = /\bwarn(?:ing)?\b/i;

/** A longer line is no message. */
const MOST_CHARACTERS = 2000;

/**
 * The package registry that a command failed to reach, such as `registry.npmjs.org`; null if no line of its output tells of one, or if the
 * output reports another failure.
 */
export const unreachedRegistry = ({ exitCode, output }: Pick<EndedCommand, "exitCode" | "output">): string | null => {
  if (exitCode === null || exitCode === 0 || failuresIn(output).length > 0) return null;
  for (const line of output.split("\n")) {
    if (line.length > MOST_CHARACTERS || !OUT_OF_REACH.test(line) || WARNING.test(line)) continue;
    const [registry = null] = REGISTRY.exec(line) ?? [];
    if (registry !== null) return registry;
  }
  return null;
};
