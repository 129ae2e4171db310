import { settingList, variableOf } from "@llmch/contract/settings";
import { nearestName } from "@llmch/contract/settings/files";

/** Variables of llmch's family that are no setting's, but nearly so; a sentence each. */
export const misspeltVariables = (env: Readonly<Record<string, string | undefined>>): readonly string[] => {
  const known = [...new Set([...settingList().map(variableOf), "LLMCH_CONFIG"])];
  return Object.keys(env).flatMap((name) => {
    if (!name.startsWith("LLMCH_") || known.includes(name)) return [];
    const near = nearestName(name, known);
    return near === null ? [] : [`${name} is no variable of llmch's: did you mean ${near}?`];
  });
};
