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

/** An issue as a spec. */
export interface IssueSpec {
  readonly spec: string;
  readonly source: NonNullable<PlanConfig["source"]>;
}

/** Reads an issue: its title and its text are the spec. */
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
  // GitHub ends lines as browsers do.
  const body = (textMember(document, "body") ?? "").replaceAll("\r\n", "\n").trim();
  const spec = `# ${title.trim()}\n${body === "" ? "" : `\n${body}\n`}`;
  return accepted({ spec, source: { url, number, sha256: sha256Hex(spec) } });
};
