import { newOwnedName, type Owner, ownerOf } from "@llmch/files";

const MARK = "LLMCH_OWNER";
let mark: Readonly<Record<string, string>> | undefined;

/** What each git of this process has in its environment, so that one that outlives us is known. */
export const ownMark = (): Readonly<Record<string, string>> => {
  mark ??= { [MARK]: newOwnedName() };
  return mark;
};

/** Whose git a process is, by its variables (`NAME=value`); null if it is none of ours. */
export const markedOwner = (variables: readonly string[]): Owner | null =>
  ownerOf(variables.find((each) => each.startsWith(`${MARK}=`))?.slice(MARK.length + 1) ?? "");
