import { settingList, variableOf } from "@llmch/contract/settings";
import { nearestName } from "@llmch/contract/settings/files";

/** `LLMCH_` variables that belong to no setting but resemble one that does, one sentence each. */
export const misspeltVariables = (env: Readonly<Record<string, string | undefined>>): readonly string[] => {
  const known = [...new Set([...settingList().map(variableOf), "LLMCH_CONFIG"])];
  return Object.keys(env).flatMap((name) => {
    if (!name.startsWith("LLMCH_") || known.includes(name)) return [];
    const near = nearestName(name, known);
    return near === null ? [] : [`${name} is not a variable that llmch reads: did you mean ${near}?`];
  });
};
