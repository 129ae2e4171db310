import { settingList, variableOf } from "@llmch/contract/settings";
import { nearestName } from "@llmch/contract/settings/files";
import type { Environment } from "@llmch/text";

const PREFIX = "LLMCH_";
/** What llmch tells the commands that it starts, which may start another llmch. */
const SET_BY_LLMCH: ReadonlySet<string> = new Set(
  ["LEASE", "COMMAND", "VERDICT", "EXIT_CODE", "SUMMARY", "RUN", "RUN_DIRECTORY"].map((name) => PREFIX + name),
);

/** `LLMCH_` variables that belong to no setting, but resemble one that does, one sentence each. */
export const misspeltVariables = (env: Environment): readonly string[] => {
  const known = [...new Set([...settingList().map(variableOf), "LLMCH_CONFIG"])];
  return Object.keys(env).flatMap((name) => {
    if (!name.startsWith(PREFIX) || known.includes(name) || SET_BY_LLMCH.has(name)) return [];
    // The prefix that all share would make short names resemble each other.
    const near = nearestName(
      name.slice(PREFIX.length),
      known.flatMap((each) => (each.startsWith(PREFIX) ? [each.slice(PREFIX.length)] : [])),
    );
    return near === null ? [] : [`${name} is not a variable that llmch reads: did you mean ${PREFIX}${near}?`];
  });
};
