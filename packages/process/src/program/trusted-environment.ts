import { isInside, realLocation } from "@llmch/files";
import type { Environment } from "@llmch/text";

/** Variables whose paths are code for any program started with them: programs, libraries, modules, scripts. */
const CODE =
  /^(?:PATH|LD_(?:LIBRARY_PATH|PRELOAD|AUDIT)|DYLD_\w+|GCONV_PATH|PYTHON(?:PATH|HOME|STARTUP)|PERL5?LIB|RUBYLIB|NODE_PATH|GIT_(?:EXEC_PATH|TEMPLATE_DIR)|BASH_ENV|ENV)$/;

/**
 * An environment for one of llmch's own programs: variables that name code keep only absolute entries outside these folders. An
 * empty or relative entry means the folder that the program starts in, often the repo.
 * @param notFrom real folders, links resolved
 */
export const trustedEnvironment = (
  env: Environment,
  notFrom: readonly string[],
): Record<string, string | undefined> => {
  const trusted = { ...env };
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || !CODE.test(name)) continue;
    const kept = trustedEntries(value, name === "LD_PRELOAD" ? /[:\s]/ : /:/, notFrom);
    // An empty PATH would mean the folder that the program starts in; without PATH the system's default applies.
    if (kept === "") delete trusted[name];
    else trusted[name] = kept;
  }
  return trusted;
};

const trustedEntries = (value: string, separator: RegExp, notFrom: readonly string[]): string => {
  const isTrusted = (entry: string) => {
    if (!entry.startsWith("/")) return false;
    const places = notFrom.length === 0 ? [] : [entry, realLocation(entry)];
    return !notFrom.some((folder) => places.some((place) => isInside(folder, place)));
  };
  return value.split(separator).filter(isTrusted).join(":");
};
