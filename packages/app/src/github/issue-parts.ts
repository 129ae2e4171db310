import {
  accepted,
  counted,
  numberMember,
  objectsMember,
  type Refusal,
  type Result,
  readJson,
  refusal,
  rejected,
  textMember,
} from "@llmch/text";
import { askGh, type GhPlace } from "./gh.ts";
import { bodyBelow } from "./issue-body.ts";

/** What belongs to an issue besides its own text. */
export interface IssueParts {
  /** Sections for a spec: its open sub-issues, those that are done, and what blocks it; empty if there is nothing of that. */
  readonly sections: readonly string[];
  /** What the user is to know of them, a sentence each. */
  readonly notes: readonly string[];
}

/** An issue in a list of another's. */
interface Part {
  /** `#13 Title`; in another repo `owner/repo#13 Title`. */
  readonly name: string;
  readonly url: string;
  /** Its text; its title as a sentence if it has none, since a heading demands nothing. */
  readonly body: string;
  readonly isOpen: boolean;
}

/** The most sub-issues that are taken. */
const MOST_PARTS = 50;

/**
 * Reads an issue's sub-issues, one level of them, and what blocks it. None if its forge knows neither (404): then the issue alone is the spec.
 * @param url the issue's own address
 */
export const issueParts = async (url: string, place: GhPlace): Promise<Result<IssueParts, Refusal>> => {
  const subs = await listed("sub_issues", url, place);
  if (!subs.ok) return subs;
  const blockers = await listed("dependencies/blocked_by", url, place);
  if (!blockers.ok) return blockers;
  const open = subs.value.filter(({ isOpen }) => isOpen);
  const done = subs.value.filter(({ isOpen }) => !isOpen);
  const blocking = blockers.value.filter(({ isOpen }) => isOpen);
  const left = open.length - MOST_PARTS;
  return accepted({
    sections: [
      ...open.slice(0, MOST_PARTS).map(({ name, body }) => `## ${name}\n${bodyBelow(body, 2)}`),
      ...listSection("## Sub-issues that are done", done, "- [x] "),
      ...listSection("## Context: blocked by", blocking, "- "),
    ],
    notes: [
      ...(left > 0 ? [`${counted(left, "open sub-issue")} left out: a spec takes the first ${MOST_PARTS}`] : []),
      ...blocking.map(({ name, url: address }) => `the issue is blocked by ${name} (${address})`),
    ],
  });
};

const listSection = (heading: string, parts: readonly Part[], mark: string): readonly string[] =>
  parts.length === 0 ? [] : [`${heading}\n\n${parts.map(({ name }) => `${mark}${name}\n`).join("")}`];

const listed = async (
  what: "sub_issues" | "dependencies/blocked_by",
  url: string,
  place: GhPlace,
): Promise<Result<readonly Part[], Refusal>> => {
  const [, host, repo, number] = ADDRESS.exec(url) ?? [];
  if (host === undefined || repo === undefined) return accepted([]);
  const path = `repos/${repo}/issues/${number}/${what}?per_page=100`;
  const told = await askGh(["api", path, "--hostname", host], place);
  if (!told.ok) return /\(HTTP (?:404|410)\)/.test(told.issues[0].message) ? accepted([]) : told;
  const read = readJson(told.value);
  if (!read.ok || !Array.isArray(read.value))
    return rejected(refusal("gh-failed", `gh does not tell of ${what} of the issue ${number}`, "look at `gh api`"));
  return accepted(
    objectsMember({ parts: read.value }, "parts").flatMap((part): Part[] => {
      const [id, title] = [numberMember(part, "number"), textMember(part, "title")];
      if (id === null || title === null) return [];
      const address = textMember(part, "html_url") ?? "";
      const home = ADDRESS.exec(address)?.[2] ?? repo;
      const words = title.replace(/\s+/g, " ").trim();
      const body = textMember(part, "body")?.trim() || `${words.replace(/[.!?]$/, "")}.`;
      const isOpen = textMember(part, "state") !== "closed";
      return [{ name: `${home === repo ? "" : home}#${id} ${words}`, url: address, body, isOpen }];
    }),
  );
};

const ADDRESS = /^https:\/\/([\w.-]+(?::\d+)?)\/([\w.-]+\/[\w.-]+)\/issues\/(\d+)$/;
