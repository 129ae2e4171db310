import { newOwnedName, type Owner, ownerOf } from "@llmch/files";

const MARK = "LLMCH_OWNER";
let mark: Readonly<Record<string, string>> | undefined;

/** Marks the environment of each git that this process starts, so that one that outlives it can be found. */
export const ownMark = (): Readonly<Record<string, string>> => {
  mark ??= { [MARK]: newOwnedName() };
  return mark;
};

/** Whose git a process is, by its variables (`NAME=value`); null if llmch did not start it. */
export const markedOwner = (variables: readonly string[]): Owner | null =>
  ownerOf(variables.find((each) => each.startsWith(`${MARK}=`))?.slice(MARK.length + 1) ?? "");
