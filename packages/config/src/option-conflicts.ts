import type { FactoryOptions, GivenSettings, PlanOptions } from "./options.ts";

/** Why the options of a run of orders conflict, or null. The message names the command's flags. */
export const factoryConflict = (options: FactoryOptions): string | null => {
  const { branch, createBranch, reuseBranch } = options;
  if (createBranch && reuseBranch) return "--create-branch and --reuse-branch exclude each other: keep one";
  if (createBranch && branch === undefined) return "--create-branch needs --branch: name the branch to create";
  if (reuseBranch && branch === undefined) return "--reuse-branch needs --branch: name the branch to reuse";
  return strictnessConflict(options);
};

/** Why recorded answers cannot be taken so, or null. */
export const strictnessConflict = ({
  replay,
  replayStrict,
  answers,
  given,
}: Pick<PlanOptions, "replay" | "replayStrict" | "answers" | "given">): string | null => {
  if (replay !== undefined && answers !== undefined) return "--replay and --answers exclude each other: keep one";
  return replayStrict && replay === undefined && !namesRecord(given)
    ? "--replay-strict needs --replay: name the record"
    : null;
};

/** Whether a setting names a record as its model: `replay:FILE`. */
const namesRecord = (given: GivenSettings): boolean =>
  Object.values(given)
    .flat()
    .some((value) => typeof value === "string" && value.startsWith("replay:"));
