import { isJsonObject, type JsonValue, listMember, member, textMember } from "@llmch/text";

/** A file that commands find at `$LLMCH_CHECKS` (contract §11). */
export type CheckFile = { readonly name: string; readonly content: string };

/** A file among the `checks` of a plan, or of an order that was taken from one. `hidden` if it is there for hidden commands alone. */
export type PlanCheckFile = CheckFile & { readonly hidden: boolean };

/** True for a text that names the folder of check files, as a command's word or by the environment. */
export const namesChecks = (text: string): boolean => text.includes("LLMCH_CHECKS");

/** The well-formed `checks` of a manifest or an order. */
export const checkFilesIn = (document: JsonValue): readonly PlanCheckFile[] =>
  (isJsonObject(document) ? listMember(document, "checks") : []).flatMap((entry) => {
    const name = isJsonObject(entry) ? textMember(entry, "name") : null;
    const content = isJsonObject(entry) ? textMember(entry, "content") : null;
    const hidden = isJsonObject(entry) && member(entry, "hidden") === true;
    return name === null || content === null ? [] : [{ name, content, hidden }];
  });

/** Of some check files, those that a command finds: what it names, and what these name in turn; all if it names the folder alone. */
export const checkFilesFor = (
  { command, hidden }: { readonly command: string; readonly hidden: boolean },
  checks: readonly PlanCheckFile[],
): readonly PlanCheckFile[] => {
  if (checks.length === 0 || !namesChecks(command)) return [];
  const offered = checks.filter((each) => hidden || !each.hidden);
  const named = offered.filter(({ name }) => command.includes(name));
  const found = new Set(named.length === 0 ? offered : named);
  for (const { content } of found) for (const each of offered) if (names(content, stemOf(each))) found.add(each);
  return offered.filter((each) => found.has(each));
};

const names = (content: string, stem: string): boolean =>
  new RegExp(`(?<![\\w-])${stem.replaceAll(/\W/g, "\\$&")}(?![\\w-])`).test(content);

/** A file's name without its extension, as another imports it. */
export const stemOf = ({ name }: Pick<CheckFile, "name">): string => name.replace(/(?<=.)\.\w+$/, "");
