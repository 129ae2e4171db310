import type { PlanConfig } from "@llmch/contract";
import {
  accepted,
  isJsonObject,
  numberMember,
  type Refusal,
  type Result,
  readJson,
  refusal,
  rejected,
  sha256Hex,
  textMember,
} from "@llmch/text";
import { askGh, type GhPlace } from "./gh.ts";
import { bodyBelow } from "./issue-body.ts";
import { issueParts } from "./issue-parts.ts";

/** An issue as a spec. */
export interface IssueSpec {
  readonly spec: string;
  readonly source: NonNullable<PlanConfig["source"]>;
  /** What its user is to know, a sentence each. */
  readonly notes: readonly string[];
}

/** Reads an issue: its title and its text are the spec, with its open sub-issues and what blocks it (contract §10). */
export const readIssue = async (issue: string, place: GhPlace): Promise<Result<IssueSpec, Refusal>> => {
  const named = /^#?(\d{1,10})$/.exec(issue)?.[1] ?? (/^https:\/\/[^\s-][^\s]*$/.test(issue) ? issue : null);
  if (named === null)
    return rejected(refusal("usage", `--issue ${issue} is no issue`, "give its number, or its address"));
  const told = await askGh(["issue", "view", named, "--json", "title,body,url,number"], place);
  if (!told.ok) return told;
  const read = readJson(told.value);
  const document = read.ok && isJsonObject(read.value) ? read.value : {};
  const [title, url, number] = [
    textMember(document, "title"),
    textMember(document, "url"),
    numberMember(document, "number"),
  ];
  if (title === null || url === null || number === null || !Number.isSafeInteger(number))
    return rejected(
      refusal("gh-failed", `gh does not tell of the issue ${issue}`, "`gh issue view` shows what it knows"),
    );
  const parts = await issueParts(url, place);
  if (!parts.ok) return parts;
  const { sections, notes } = parts.value;
  // Alone it has no sections after it that its headings could hold.
  const body = bodyBelow(textMember(document, "body") ?? "", sections.length === 0 ? 0 : 1);
  const spec = [`# ${title.trim()}\n${body}`, ...sections].join("\n");
  return accepted({ spec, source: { url, number, sha256: sha256Hex(spec) }, notes });
};
