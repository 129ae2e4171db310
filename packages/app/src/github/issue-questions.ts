import type { PlannerQuestion } from "@llmch/contract";
import { isJsonObject, member, objectMember, objectsMember, readJson, textMember } from "@llmch/text";
import { code } from "./pull-request-text.ts";

/** What llmch says to itself on a comment's first line, which GitHub does not show: the run, the job that keeps it, a hash of what is asked. */
const MARK = /^<!-- llmch (asked|answered) ([0-9A-Z]{26}) (\d+-\d+) ([0-9a-f]{64}) -->\r?\n/;

/** A comment of llmch's. */
export const commentText = (
  says: string,
  { run, job, sha256 }: Readonly<Record<string, unknown>>,
  text: string,
): string => `<!-- llmch ${says} ${run} ${job} ${sha256} -->\n${text}\n`;

/** The comments that `gh issue view --json comments` tells of, the oldest first. A mark counts only in llmch's own. */
export const commentsIn = (told: string) => {
  const read = readJson(told);
  return objectsMember(read.ok && isJsonObject(read.value) ? read.value : {}, "comments").map((each) => {
    const body = textMember(each, "body") ?? "";
    const isOurs = MARK.test(body) && member(each, "viewerDidAuthor") === true;
    const [, says = "", run = "", job = "", sha256 = ""] = (isOurs && MARK.exec(body)) || [];
    const author = textMember(objectMember(each, "author"), "login") ?? "";
    return {
      author,
      url: textMember(each, "url") ?? "",
      answers: answersIn(isOurs ? "" : body),
      says,
      run,
      job,
      sha256,
    };
  });
};

/**
 * Answers by the numbers of their questions. Each ends before the next number, but only if the same sign follows that as the first one, so
 * that it may hold a list. What is quoted of others is no part of it.
 */
const answersIn = (body: string): ReadonlyMap<number, string> => {
  const said = body.replaceAll("\r", "").replace(/^>.*\n?/gm, "");
  const sign = /^[1-9]([:.)])(?!\S)/m.exec(said)?.[1] ?? ":";
  const parts = said.split(new RegExp(`^([1-9])[${sign}](?!\\S)`, "m")).map((part) => part.trim());
  return new Map(
    parts.flatMap((text, at) => (at % 2 === 1 || at === 0 || text === "" ? [] : [[Number(parts[at - 1]), text]])),
  );
};

/** The newest asking and what follows it; null if nothing was asked, or not these questions. */
export const askedIn = (comments: ReturnType<typeof commentsIn>, sha256: string | undefined) => {
  const at = comments.findLastIndex((each) => each.says === "asked" && each.sha256 === (sha256 ?? each.sha256));
  const [asked, ...later] = comments.slice(at);
  const answered = later.find(({ says }) => says === "answered") ?? null;
  return at < 0 || asked === undefined ? null : { asked, later, answered };
};

/** The questions, and how to answer them. A model wrote them: they ping nobody. */
export const questionsText = (questions: readonly PlannerQuestion[]): string => {
  const told = (label: string, text: string) => (text === "" ? "" : `<br>${label}: ${code(text)}`);
  const listed = questions.map(
    ({ question, why, assumed }, at) =>
      `${at + 1}. ${code(question)}${told("Why", why)}${told("Assumed without an answer", assumed)}\n`,
  );
  return `llmch needs answers before it can plan this issue.\n\n${listed.join("")}${HOW}`;
};

const HOW = `
Answer in a comment. Begin each answer on a new line, with the number of its question, such as \`1: your answer\` or \`1: as assumed\`.
llmch goes on once each question has an answer. It takes answers only from people who may write to this repo.`;
