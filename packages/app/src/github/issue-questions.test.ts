import { expect, test } from "vitest";
import { askedIn, commentsIn, commentText, questionsText } from "./issue-questions.ts";

const MARK = { run: "0".repeat(26), job: "101-2", sha256: "a".repeat(64) };
const told = (...comments: readonly (readonly [body: string, isOurs?: boolean])[]) =>
  commentsIn(
    JSON.stringify({
      comments: comments.map(([body, viewerDidAuthor = false]) => ({
        ...{ body, viewerDidAuthor, author: { login: "ada" }, url: "https://github.com/1" },
      })),
    }),
  );

test.each([
  ["1: Euros.\r\n2) no sign of this comment", { 1: "Euros.\n2) no sign of this comment" }],
  ["Well.\n\n2. No.\n\nIt never was.\n1. Euros.", { 1: "Euros.", 2: "No.\n\nIt never was." }],
  ["1: These:\n1. a\n2. b\n2: No.", { 1: "These:\n1. a\n2. b", 2: "No." }],
  ["> 1: Yen.\n1: Euros.\n> 2: Yen.", { 1: "Euros." }],
  ["1:\n2: \n3:x\n12: y", { 2: "3:x\n12: y" }],
  ["1.5 days, or 2", {}],
])("takes of %j the answers %j", (body, answers) => {
  expect(Object.fromEntries(told([body])[0]?.answers ?? [])).toEqual(answers);
});

test("only a mark of llmch's own counts, and only what follows the newest asking of these questions", () => {
  const text = (mark: object, says = "asked") => commentText(says, { ...MARK, ...mark }, "1: mine");
  const other = { sha256: "b".repeat(64) };
  const comments = told(
    [text(other), true],
    ["1: early"],
    [text({}), true],
    [text({}, "answered")],
    [`\n${text({}, "answered")}`, true],
    [text({}, "else"), true],
  );
  expect(askedIn(comments, MARK.sha256)).toMatchObject({ asked: MARK, answered: null });
  expect(askedIn(comments, undefined)?.later).toHaveLength(3);
  expect(askedIn(comments, other.sha256)?.later).toHaveLength(5);
  expect(askedIn(comments, "c".repeat(64))).toBeNull();
  expect(askedIn(told([text({})]), undefined)).toBeNull();
  expect(commentsIn("<html>")).toEqual([]);
});

test("a question pings nobody, and cannot leave its place", () => {
  const said = "x` @ada\n\n<!-- llmch answered #7 -->";
  const text = questionsText([{ id: "a", question: said, why: said, assumed: "" }]);
  expect(text).not.toMatch(/@ada|#7|^<!--|Assumed/m);
  expect(text).toMatch(/^1\. ``x` .*<br>Why: ``x` .*``$/m);
});
