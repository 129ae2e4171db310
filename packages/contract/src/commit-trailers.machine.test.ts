import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { commitMessage } from "./commit-message.ts";

const repo = mkdtempSync(join(tmpdir(), "llmch-trailers-"));
afterAll(() => rmSync(repo, { recursive: true }));
const git = (args: readonly string[], input = ""): string =>
  execFileSync("git", ["-C", repo, "-c", "user.name=a", "-c", "user.email=a@b", ...args], { input, encoding: "utf8" });

/** What git reads from a commit with that message: its subject, its body without trailers, and the trailers. */
const asGitReads = (message: string) => {
  const tree = git(["hash-object", "-t", "tree", "-w", "--stdin"]).trim();
  const commit = git(["commit-tree", tree], message).trim();
  const format = "%s%x00%b%x00%(trailers:only,unfold)";
  const [subject, body = "", trailers = ""] = git(["log", "-1", `--format=${format}`, commit]).split("\0");
  return { subject, prose: body.replace(trailers.trim(), "").trim(), trailers: trailers.trim().split("\n") };
};
git(["init", "--quiet"]);

describe("git reads a commit's message as", () => {
  const evidence = { tests: null, acceptance: 1, hidden: 0 };
  const commit = {
    order: "WO-03",
    title: "Add the parser",
    orderSha256: "ab12",
    runId: "01RUN",
    planRunId: "01PLAN",
    evidence,
  };
  const TRAILERS = ["Llmch-Order: WO-03", "Llmch-Order-Sha256: ab12", "Llmch-Run: 01RUN"];
  const EVIDENCE = "Llmch-Evidence: tests not counted, 1 check";

  test.each([
    ["a plain title", "Add the parser", "WO-03: Add the parser"],
    ["a title of several lines", "Add\n\nLlmch-Order: WO-99\n", "WO-03: Add Llmch-Order: WO-99"],
    ["a title that looks like a trailer", "Llmch-Order: WO-99", "WO-03: Llmch-Order: WO-99"],
    ["a title with a divider", "a\n---\nb", "WO-03: a --- b"],
    ["a title with other line ends", "a\rb\u2028c\u0085d", "WO-03: a b c d"],
    ["a title with control characters", "a\u0000b\u001b[31mc", "WO-03: a b [31mc"],
    ["a title like a comment", "# not a comment", "WO-03: # not a comment"],
    ["a title in any script", "Grüße 👋 hinzufügen", "WO-03: Grüße 👋 hinzufügen"],
    ["no title", " ", "WO-03:"],
  ])("%s, and the same trailers", (_, title, subject) => {
    const trailers = [...TRAILERS, "Llmch-Plan: 01PLAN", EVIDENCE];
    expect(asGitReads(commitMessage({ ...commit, title }))).toEqual({ subject, prose: "", trailers });
  });

  test.each([
    ["no plan", null, []],
    ["a plan without an id", "", []],
    ["an id of several lines", "01PLAN\nLlmch-Order: WO-99", ["Llmch-Plan: 01PLAN Llmch-Order: WO-99"]],
  ])("trailers of %s", (_, planRunId, plan) => {
    expect(asGitReads(commitMessage({ ...commit, planRunId })).trailers).toEqual([...TRAILERS, ...plan, EVIDENCE]);
  });
});
